//! Dominators: the elements on every path from a root to an element.
//!
//! L. Georgiadis, *Linear-Time Algorithms for Dominators and Related Problems* (Princeton 2005), §2: semidominators by
//! path compression, then nearest common ancestors (semi-NCA).

/// A search tree from a virtual root, and the dominators of its elements. Elements are numbered in the order of the
/// search; the virtual root has number 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// The number of each element; 0 if unreached.
    number: Vec<u32>,
    /// By number: the element, its parent in the tree, and its immediate dominator.
    element: Vec<u32>,
    parent: Vec<u32>,
    dominator: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
    semi: Vec<u32>,
    stack: Vec<(u32, u32)>,
}

impl Tree {
    /// Searches depth-first from the elements in `begins`. `after` lists the successors of an element, and `is_open`
    /// decides whether a path may pass through an element.
    pub(super) fn search<'a>(
        &mut self,
        count: usize,
        begins: impl Iterator<Item = u32>,
        after: impl Fn(u32) -> &'a [u32],
        is_open: impl Fn(u32) -> bool,
    ) {
        self.number.clear();
        self.number.resize(count, 0);
        self.element.clear();
        self.element.push(u32::MAX);
        self.parent.clear();
        self.parent.push(0);
        for begin in begins {
            self.enter(begin, 0);
            while let Some((number, next)) = self.stack.last_mut() {
                let number = *number;
                let Some(&to) = after(self.element[number as usize]).get(*next as usize) else {
                    self.stack.pop();
                    continue;
                };
                *next += 1;
                if is_open(to) {
                    self.enter(to, number);
                }
            }
        }
    }

    fn enter(&mut self, element: u32, parent: u32) {
        if self.number[element as usize] == 0 {
            let number = self.element.len() as u32;
            self.number[element as usize] = number;
            self.element.push(element);
            self.parent.push(parent);
            self.stack.push((number, 0));
        }
    }

    pub(super) fn reaches(&self, element: usize) -> bool {
        self.number[element] != 0
    }

    /// Computes the immediate dominators. `before` lists the predecessors of an element, and `begins` decides whether
    /// the search began at an element.
    pub(super) fn dominate<'a>(&mut self, before: impl Fn(u32) -> &'a [u32], begins: impl Fn(u32) -> bool) {
        let count = self.element.len() as u32;
        for list in [&mut self.ancestor, &mut self.dominator] {
            list.clear();
            list.extend_from_slice(&self.parent);
        }
        for list in [&mut self.label, &mut self.semi] {
            list.clear();
            list.extend(0..count);
        }
        for i in (1..count).rev() {
            let element = self.element[i as usize];
            let mut semi = if begins(element) { 0 } else { self.parent[i as usize] };
            for &from in before(element) {
                let from = self.number[from as usize];
                if from != 0 {
                    let candidate = if from <= i { from } else { self.compressed(from, i) };
                    semi = semi.min(candidate);
                }
            }
            self.semi[i as usize] = semi;
            self.label[i as usize] = semi;
        }
        for i in 1..count as usize {
            while self.dominator[i] > self.semi[i] {
                self.dominator[i] = self.dominator[self.dominator[i] as usize];
            }
        }
    }

    /// Returns the smallest semidominator on the path from an element up to, but excluding, the first ancestor whose
    /// number is at most `linked`. Compresses the path.
    fn compressed(&mut self, from: u32, linked: u32) -> u32 {
        let mut at = from as usize;
        self.stack.clear();
        while self.ancestor[at] > linked {
            self.stack.push((at as u32, 0));
            at = self.ancestor[at] as usize;
        }
        let (mut least, top) = (self.label[at], self.ancestor[at]);
        while let Some((below, _)) = self.stack.pop() {
            let below = below as usize;
            least = least.min(self.label[below]);
            self.label[below] = least;
            self.ancestor[below] = top;
        }
        self.label[from as usize]
    }

    /// The dominators of an element, nearest first, without the element itself and the virtual root.
    pub(super) fn dominators(&self, element: usize) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.number[element] as usize;
        std::iter::from_fn(move || {
            at = self.dominator[at] as usize;
            (at != 0).then(|| self.element[at] as usize)
        })
    }
}
