//! The messages of version 3 of the protocol, byte for byte.
//!
//! A frame is the length of its body, four bytes with the *least* significant first, and the body, in which every
//! number has four bytes with the *most* significant first. The body consists of the type; for a node, its ids, index,
//! number of children and status; and optional fields. A field is a byte for its name and a text (its length and its
//! bytes) or, for the version, a number.

use super::tree::Node;
use serde::Serialize;

/// The version of the protocol.
const VERSION: i32 = 3;

/// The number, the restart (from 0) and the thread of a node.
pub(super) type NodeId = [i32; 3];

/// The id for no node, as the parent of a root or for a skipped branch.
pub(super) const NO_NODE: NodeId = [-1; 3];

/// The message about a node.
#[derive(Debug)]
pub(super) struct NodeMessage {
    /// The node's id and its parent's.
    pub(super) ids: [NodeId; 2],
    pub(super) node: Node,
    /// The label, which is the decision that leads to the node; for a failed node, the nogood, a clause that excludes
    /// decisions above it; and details as JSON.
    pub(super) texts: [Option<String>; 3],
}

mod kind {
    pub(super) const NODE: u8 = 0;
    pub(super) const DONE: u8 = 1;
    pub(super) const START: u8 = 2;
    pub(super) const RESTART: u8 = 3;
}

/// The names of fields. The texts of a node are named by their indices.
mod field {
    pub(super) const INFO: u8 = 2;
    pub(super) const VERSION: u8 = 3;
}

/// Builds the message that a search starts.
pub(super) fn start(search: &impl Serialize) -> Vec<u8> {
    let info = serde_json::to_string(search).unwrap_or_default();
    Frame::new(kind::START).byte(field::VERSION).numbers(&[VERSION]).text(field::INFO, &info).finish()
}

/// Builds the message that a restart begins.
pub(super) fn restart(number: i32) -> Vec<u8> {
    Frame::new(kind::RESTART).text(field::INFO, &format!("{{\"restart_id\":{number}}}")).finish()
}

/// Builds the message that the search has ended.
pub(super) fn done() -> Vec<u8> {
    Frame::new(kind::DONE).finish()
}

impl NodeMessage {
    pub(super) fn frame(&self) -> Vec<u8> {
        let Node { alternative, children, status, .. } = self.node;
        let alternative = alternative.map_or(-1, |alternative| i32::try_from(alternative).unwrap_or(i32::MAX));
        let places = [alternative, i32::try_from(children).unwrap_or(i32::MAX)];
        let frame = Frame::new(kind::NODE).numbers(self.ids.as_flattened()).numbers(&places).byte(status as u8);
        let present = (0..).zip(&self.texts).filter_map(|(name, text)| Some((name, text.as_deref()?)));
        present.fold(frame, |frame, (name, text)| frame.text(name, text)).finish()
    }
}

/// A frame under construction: space for the length of its body, and the body so far.
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

    /// Appends a text; a text that is too long is cut at a character boundary.
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
