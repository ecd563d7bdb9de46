//! A maximum matching of views to values.
//!
//! The value matched to each view is kept from run to run as a hint.

use crate::prelude_propagator::*;
use std::collections::HashMap;

#[derive(Clone, Debug)]
pub(super) struct Matching {
    /// The value matched to each view.
    value: Box<[Option<i32>]>,
    owners: Owners,
    queue: Vec<u32>,
    seen: Box<[bool]>,
    /// For each visited view, the view that would take its value.
    taker: Box<[u32]>,
}

impl Matching {
    pub(super) fn new(views: usize) -> Matching {
        Matching {
            value: vec![None; views].into(),
            owners: Owners::default(),
            queue: Vec::with_capacity(views),
            seen: vec![false; views].into(),
            taker: vec![0; views].into(),
        }
    }

    /// The size of a maximum matching, or `enough` if the matching is larger.
    pub(super) fn largest(&mut self, cx: &mut Context<'_>, views: &[View], enough: usize) -> Result<usize, Conflict> {
        if self.owners.near.is_empty() {
            self.owners.place(views.iter().map(|&view| cx.bounds(view)));
        }
        self.owners.clear();
        let mut matched = 0;
        for (i, &view) in views.iter().enumerate() {
            let hint = self.value[i].filter(|&v| cx.contains(view, v) && self.owners.get(v).is_none());
            self.value[i] = hint;
            if let Some(v) = hint {
                self.owners.insert(v, i as u32);
                matched += 1;
            }
        }
        for i in 0..views.len() {
            if matched < enough && self.value[i].is_none() {
                matched += usize::from(self.augment(cx, views, i)?);
            }
        }
        Ok(matched.min(enough))
    }

    /// The value matched to a view.
    pub(super) fn value(&self, view: usize) -> Option<i32> {
        self.value[view]
    }

    /// Searches breadth-first for an augmenting path from a view, and applies it; returns whether there is one.
    fn augment(&mut self, cx: &mut Context<'_>, views: &[View], first: usize) -> Result<bool, Conflict> {
        self.seen.fill(false);
        self.seen[first] = true;
        self.queue.clear();
        self.queue.push(first as u32);
        let mut head = 0;
        while let Some(&taker) = self.queue.get(head) {
            head += 1;
            let view = views[taker as usize];
            cx.work((cx.size(view) as usize).min(views.len()))?;
            let mut next = Some(cx.min(view));
            while let Some(v) = next {
                match self.owners.get(v) {
                    None => {
                        self.shift(first, taker as usize, v);
                        return Ok(true);
                    }
                    Some(owner) if !self.seen[owner as usize] => {
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

    /// Gives a free value to a view, that view's old value to the view that would take it, and so on.
    fn shift(&mut self, first: usize, mut taker: usize, mut v: i32) {
        loop {
            let old = self.value[taker].replace(v);
            self.owners.insert(v, taker as u32);
            match old {
                Some(old) if taker != first => (v, taker) = (old, self.taker[taker] as usize),
                _ => return,
            }
        }
    }
}

/// The view matched to each value: an array for values near the smallest one, a map for values farther away.
#[derive(Clone, Debug, Default)]
struct Owners {
    least: i32,
    near: Vec<u32>,
    far: HashMap<i32, u32>,
}

/// The maximum number of near values.
const NEAR: i64 = 1024;

const NONE: u32 = u32::MAX;

impl Owners {
    /// Chooses the near values by the views' bounds.
    fn place(&mut self, bounds: impl Iterator<Item = (i32, i32)>) {
        let (low, high) = bounds.fold((i32::MAX, i32::MIN), |all, one| (all.0.min(one.0), all.1.max(one.1)));
        let width = (i64::from(high) - i64::from(low) + 1).clamp(1, NEAR);
        (self.least, self.near) = (low, vec![NONE; width as usize]);
    }

    fn clear(&mut self) {
        self.near.fill(NONE);
        if !self.far.is_empty() {
            self.far.clear();
        }
    }

    #[inline]
    fn get(&self, value: i32) -> Option<u32> {
        match self.near.get(value.wrapping_sub(self.least) as u32 as usize) {
            Some(&owner) => (owner != NONE).then_some(owner),
            None => self.far.get(&value).copied(),
        }
    }

    #[inline]
    fn insert(&mut self, value: i32, view: u32) {
        match self.near.get_mut(value.wrapping_sub(self.least) as u32 as usize) {
            Some(owner) => *owner = view,
            None => _ = self.far.insert(value, view),
        }
    }
}
