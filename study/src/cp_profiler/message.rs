//! The messages of version 3 of the CP-Profiler protocol, byte by byte.
//!
//! A frame consists of the length of the body and the body. The length is four bytes, the *least* significant first;
//! every number in the body is four bytes, the *most* significant first. The body contains the message type, for a node
//! also its ids, index, number of children and status, and then optional fields. A field is a byte that identifies it,
//! followed by a text (its length and its bytes) or, for the version, by a number.

use super::tree::Node;
use serde::Serialize;

/// The version of the protocol.
const VERSION: i32 = 3;

/// A node id: the number of the node, its restart (counted from 0) and its thread.
pub(super) type NodeId = [i32; 3];

/// The id that represents no node, for the parent of a root and for a skipped branch.
pub(super) const NO_NODE: NodeId = [-1; 3];

/// A message about a node.
#[derive(Debug)]
pub(super) struct NodeMessage {
    /// The ids of the node and its parent.
    pub(super) ids: [NodeId; 2],
    pub(super) node: Node,
    /// Three texts: the label, which is the decision that leads to the node; for a failed node, the nogood, a clause
    /// that excludes decisions above the node; and details as JSON.
    pub(super) texts: [Option<String>; 3],
}

mod kind {
    pub(super) const NODE: u8 = 0;
    pub(super) const DONE: u8 = 1;
    pub(super) const START: u8 = 2;
    pub(super) const RESTART: u8 = 3;
}

/// The bytes that identify fields. The texts of a node are identified by their indices in the message.
mod field {
    pub(super) const INFO: u8 = 2;
    pub(super) const VERSION: u8 = 3;
}

/// Builds the message that announces the start of a search.
pub(super) fn start(search: &impl Serialize) -> Vec<u8> {
    let info = serde_json::to_string(search).unwrap_or_default();
    Frame::new(kind::START).byte(field::VERSION).numbers(&[VERSION]).text(field::INFO, &info).finish()
}

/// Builds the message that announces a restart.
pub(super) fn restart(number: i32) -> Vec<u8> {
    Frame::new(kind::RESTART).text(field::INFO, &format!("{{\"restart_id\":{number}}}")).finish()
}

/// Builds the message that announces the end of the search.
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

/// A frame under construction: space for the length of the body, and the body so far.
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

    /// Appends a text, which is cut at a character boundary if it is too long.
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
