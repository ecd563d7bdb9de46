//! A maximum matching of views with values.
//!
//! The value of each view is kept from run to run as a hint. A view with at least as many values as there are views
//! always finds one, so it is only counted.

use crate::prelude_propagator::*;
use std::collections::HashMap;

#[derive(Clone, Debug)]
pub(super) struct Matching {
    /// The value that each view has, and the view that has each value.
    value: Box<[Option<i32>]>,
    owner: HashMap<i32, u32>,
    queue: Vec<u32>,
    seen: Box<[bool]>,
    /// The view that would take the value of a visited one.
    taker: Box<[u32]>,
}

impl Matching {
    pub(super) fn new(views: usize) -> Matching {
        Matching {
            value: vec![None; views].into(),
            owner: HashMap::with_capacity(2 * views),
            queue: Vec::with_capacity(views),
            seen: vec![false; views].into(),
            taker: vec![0; views].into(),
        }
    }

    /// The number of views in a maximum matching.
    pub(super) fn largest(&mut self, cx: &mut Context<'_>, views: &[View]) -> Result<usize, Conflict> {
        let n = views.len();
        let is_small = |cx: &Context<'_>, view: View| (cx.size(view) as usize) < n;
        self.owner.clear();
        for (i, &view) in views.iter().enumerate() {
            self.value[i] = self.value[i].filter(|&v| is_small(cx, view) && cx.contains(view, v));
            if let Some(v) = self.value[i] {
                let first = *self.owner.entry(v).or_insert(i as u32);
                self.value[i] = (first as usize == i).then_some(v);
            }
        }
        let mut matched = 0;
        for (i, &view) in views.iter().enumerate() {
            cx.work(1)?;
            matched += usize::from(!is_small(cx, view) || self.value[i].is_some() || self.augment(cx, views, i)?);
        }
        Ok(matched)
    }

    /// Finds a value for a view, breadth first.
    fn augment(&mut self, cx: &mut Context<'_>, views: &[View], first: usize) -> Result<bool, Conflict> {
        self.seen.fill(false);
        self.seen[first] = true;
        self.queue.clear();
        self.queue.push(first as u32);
        let mut head = 0;
        while let Some(&taker) = self.queue.get(head) {
            head += 1;
            let view = views[taker as usize];
            cx.work(cx.size(view) as usize)?;
            let mut next = Some(cx.min(view));
            while let Some(v) = next {
                match self.owner.get(&v) {
                    None => {
                        self.shift(first, taker as usize, v);
                        return Ok(true);
                    }
                    Some(&owner) if !self.seen[owner as usize] => {
                        self.seen[owner as usize] = true;
                        self.taker[owner as usize] = taker;
                        self.queue.push(owner);
                    }
                    Some(_) => {}
                }
                next = cx.next(view, v + 1);
            }
        }
        Ok(false)
    }

    /// Gives a free value to a view, its old one to the view that wants that, and so on.
    fn shift(&mut self, first: usize, mut taker: usize, mut v: i32) {
        loop {
            let old = self.value[taker].replace(v);
            self.owner.insert(v, taker as u32);
            match old {
                Some(old) if taker != first => (v, taker) = (old, self.taker[taker] as usize),
                _ => return,
            }
        }
    }
}
