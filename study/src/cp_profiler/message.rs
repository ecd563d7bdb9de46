//! The messages, byte for byte: version 3 of the protocol.
//!
//! A frame is the length of its body, four bytes with the *least* significant first, and the body, in which every
//! number has four bytes with the *most* significant first. The body is the type; for a node its ids, index, number of
//! children and status; and then any of the fields: each a byte for its name and a text, which is its length and its
//! bytes (for the version: a number).

use serde::Serialize;

/// The version of the protocol.
const VERSION: i32 = 3;

/// The number, the restart from 0, and the thread of a node.
pub(super) type NodeId = [i32; 3];

/// No node: the parent of a root, a branch that is left out.
pub(super) const NO_NODE: NodeId = [-1; 3];

/// What kind of node it is, by its number in the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Solved,
    /// There is no solution below it.
    Failed,
    /// An inner node; one without children was left open.
    Branch,
    /// The search has left it out.
    Skipped,
}

/// A node, as sent.
#[derive(Debug)]
pub(super) struct NodeMessage {
    pub(super) id: NodeId,
    pub(super) parent: NodeId,
    /// Which child of the parent it is, from 0; -1 for a root.
    pub(super) alternative: i32,
    pub(super) children: i32,
    pub(super) status: Status,
    /// The decision that leads to it.
    pub(super) label: Option<String>,
    /// The decisions above a failed node that cannot stand together, as a clause.
    pub(super) nogood: Option<String>,
    /// More about it, as JSON.
    pub(super) info: Option<String>,
}

mod kind {
    pub(super) const NODE: u8 = 0;
    pub(super) const DONE: u8 = 1;
    pub(super) const START: u8 = 2;
    pub(super) const RESTART: u8 = 3;
}

mod field {
    pub(super) const LABEL: u8 = 0;
    pub(super) const NOGOOD: u8 = 1;
    pub(super) const INFO: u8 = 2;
    pub(super) const VERSION: u8 = 3;
}

/// What is told of a search before its nodes.
#[derive(Serialize)]
pub(super) struct Start<'a> {
    pub(super) name: &'a str,
    pub(super) has_restarts: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) execution_id: Option<i32>,
}

impl Start<'_> {
    pub(super) fn frame(&self) -> Vec<u8> {
        let info = serde_json::to_string(self).unwrap_or_default();
        Frame::new(kind::START).byte(field::VERSION).numbers(&[VERSION]).text(field::INFO, &info).finish()
    }
}

/// Another restart begins.
pub(super) fn restart(number: i32) -> Vec<u8> {
    Frame::new(kind::RESTART).text(field::INFO, &format!("{{\"restart_id\":{number}}}")).finish()
}

/// There will be no more nodes.
pub(super) fn done() -> Vec<u8> {
    Frame::new(kind::DONE).finish()
}

impl NodeMessage {
    pub(super) fn frame(&self) -> Vec<u8> {
        let frame = Frame::new(kind::NODE).numbers(&self.id).numbers(&self.parent);
        let frame = frame.numbers(&[self.alternative, self.children]).byte(self.status as u8);
        let fields = [(field::LABEL, &self.label), (field::NOGOOD, &self.nogood), (field::INFO, &self.info)];
        let present = fields.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        present.fold(frame, |frame, (name, value)| frame.text(name, value)).finish()
    }
}

/// A frame being written: room for its length, and its body so far.
struct Frame(Vec<u8>);

/// The maximum length of a text in bytes.
const LONGEST: usize = 1 << 24;

impl Frame {
    fn new(kind: u8) -> Frame {
        Frame(vec![0, 0, 0, 0, kind])
    }

    fn byte(mut self, byte: u8) -> Frame {
        self.0.push(byte);
        self
    }

    fn numbers(mut self, numbers: &[i32]) -> Frame {
        self.0.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
        self
    }

    /// What is longer is cut, at the end of a letter.
    fn text(self, name: u8, value: &str) -> Frame {
        let cut = (0..=value.len().min(LONGEST)).rfind(|&at| value.is_char_boundary(at)).unwrap_or(0);
        let mut frame = self.byte(name).numbers(&[cut as i32]);
        frame.0.extend(&value.as_bytes()[..cut]);
        frame
    }

    fn finish(mut self) -> Vec<u8> {
        let length = u32::try_from(self.0.len() - 4).unwrap_or(u32::MAX);
        self.0[..4].copy_from_slice(&length.to_le_bytes());
        self.0
    }
}
