//! The messages, byte for byte: version 3 of the protocol.
//!
//! A frame is the length of its body, four bytes with the *least* significant first, and the body, in which every
//! number has four bytes with the *most* significant first. The body is the type; for a node its ids, index, number of
//! children and status; and then any of the fields: each a byte for its name and a text, which is its length and its
//! bytes (for the version: a number).

use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub(super) const VERSION: i32 = 3;

/// A node of one restart of the search and one of its threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId {
    /// The node's number; -1 for no node: the parent of a root, a branch that is left out.
    pub node: i32,
    /// The restart, from 0; -1 for no node.
    pub restart: i32,
    /// The thread; -1 for no node.
    pub thread: i32,
}

impl NodeId {
    /// No node.
    pub const NONE: NodeId = NodeId { node: -1, restart: -1, thread: -1 };
}

/// What kind of node it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// A solution.
    Solved,
    /// There is no solution below it.
    Failed,
    /// An inner node; one without children was left open.
    Branch,
    /// The search has left it out.
    Skipped,
}

impl Status {
    const ALL: [Status; 4] = [Status::Solved, Status::Failed, Status::Branch, Status::Skipped];
}

/// A node, as sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeMessage {
    /// The node.
    pub id: NodeId,
    /// Its parent.
    pub parent: NodeId,
    /// Which child of the parent it is, from 0; -1 for a root.
    pub alternative: i32,
    /// How many children it will have.
    pub children: i32,
    /// What kind of node it is.
    pub status: Status,
    /// The decision that leads to it.
    pub label: Option<String>,
    /// The decisions above a failed node that cannot stand together, as a clause.
    pub nogood: Option<String>,
    /// More about it, as JSON.
    pub info: Option<String>,
}

/// A message to CP-Profiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A search begins.
    Start {
        /// The name to show.
        name: String,
        /// Whether it goes through the tree in several restarts, each with a root of its own.
        has_restarts: bool,
        /// The number that CP-Profiler or MiniZinc IDE gave it.
        execution: Option<i32>,
    },
    /// Another restart begins.
    Restart {
        /// Its number.
        restart: i32,
    },
    /// A node.
    Node(NodeMessage),
    /// There will be no more nodes.
    Done,
}

/// Why bytes are not a valid message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// It ends in the middle.
    #[error("the message ends after {0} bytes, in the middle of a field")]
    Short(usize),
    /// A byte names nothing.
    #[error("the byte {byte} at place {at} names no {what}")]
    Unknown {
        /// What it should name.
        what: &'static str,
        /// The byte.
        byte: u8,
        /// Where it stands in the body.
        at: usize,
    },
    /// A length or a number is not as it must be.
    #[error("the number at place {0} is not allowed there")]
    Number(usize),
    /// A text is not UTF-8, or no JSON where that is wanted.
    #[error("the text at place {0} cannot be read")]
    Text(usize),
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

#[derive(Serialize, Deserialize)]
struct Started {
    name: String,
    has_restarts: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    execution_id: Option<i32>,
}

#[derive(Serialize, Deserialize)]
struct Restarted {
    restart_id: i32,
}

impl Message {
    /// The frame: length and body.
    ///
    /// ```
    /// use study::cp_profiler::Message;
    /// assert_eq!(Message::Done.frame(), [1, 0, 0, 0, 1]);
    /// ```
    pub fn frame(&self) -> Vec<u8> {
        let mut out = vec![0; 4];
        match self {
            Message::Start { name, has_restarts, execution } => {
                let info = Started { name: name.clone(), has_restarts: *has_restarts, execution_id: *execution };
                out.push(kind::START);
                out.push(field::VERSION);
                number(&mut out, VERSION);
                text(&mut out, field::INFO, &serde_json::to_string(&info).unwrap_or_default());
            }
            Message::Restart { restart } => {
                out.push(kind::RESTART);
                let info = Restarted { restart_id: *restart };
                text(&mut out, field::INFO, &serde_json::to_string(&info).unwrap_or_default());
            }
            Message::Node(node) => {
                out.push(kind::NODE);
                let NodeMessage { id, parent, alternative, children, .. } = *node;
                for value in [id.node, id.restart, id.thread, parent.node, parent.restart, parent.thread] {
                    number(&mut out, value);
                }
                number(&mut out, alternative);
                number(&mut out, children);
                out.push(node.status as u8);
                let fields = [(field::LABEL, &node.label), (field::NOGOOD, &node.nogood), (field::INFO, &node.info)];
                for (name, value) in fields {
                    if let Some(value) = value {
                        text(&mut out, name, value);
                    }
                }
            }
            Message::Done => out.push(kind::DONE),
        }
        let length = u32::try_from(out.len() - 4).unwrap_or(u32::MAX);
        out[..4].copy_from_slice(&length.to_le_bytes());
        out
    }

    /// Reads the body of a frame again.
    ///
    /// ```
    /// use study::cp_profiler::{Message, ParseError};
    /// let restart = Message::Restart { restart: 1 };
    /// assert_eq!(Message::parse(&restart.frame()[4..])?, restart);
    /// assert_eq!(Message::parse(&[]), Err(ParseError::Short(0)));
    /// # Ok::<(), ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError`]: where the body is not as it must be.
    pub fn parse(body: &[u8]) -> Result<Message, ParseError> {
        let mut reader = Reader { body, at: 0 };
        let kind = reader.byte()?;
        let node = match kind {
            kind::NODE => Some(reader.node()?),
            kind::DONE | kind::START | kind::RESTART => None,
            byte => return Err(ParseError::Unknown { what: "message", byte, at: 0 }),
        };
        let [label, nogood, info] = reader.fields()?;
        let end = body.len();
        Ok(match (kind, node) {
            (_, Some(node)) => Message::Node(NodeMessage { label, nogood, info, ..node }),
            (kind::DONE, None) => Message::Done,
            (kind::START, None) => {
                let info = serde_json::from_str::<Started>(&info.unwrap_or_default());
                let Started { name, has_restarts, execution_id } = info.map_err(|_| ParseError::Text(end))?;
                Message::Start { name, has_restarts, execution: execution_id }
            }
            (_, None) => {
                let info = serde_json::from_str::<Restarted>(&info.unwrap_or_default());
                Message::Restart { restart: info.map_err(|_| ParseError::Text(end))?.restart_id }
            }
        })
    }
}

fn number(out: &mut Vec<u8>, value: i32) {
    out.extend(value.to_be_bytes());
}

/// The maximum length of a text in bytes.
const LONGEST: usize = 1 << 24;

/// What is longer is cut, at the end of a letter.
fn text(out: &mut Vec<u8>, name: u8, value: &str) {
    out.push(name);
    let cut = (0..=value.len().min(LONGEST)).rev().find(|&at| value.is_char_boundary(at)).unwrap_or(0);
    number(out, i32::try_from(cut).unwrap_or(0));
    out.extend(&value.as_bytes()[..cut]);
}

struct Reader<'a> {
    body: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn bytes(&mut self, count: usize) -> Result<&[u8], ParseError> {
        let end = self.at.checked_add(count).ok_or(ParseError::Number(self.at))?;
        let bytes = self.body.get(self.at..end).ok_or(ParseError::Short(self.body.len()))?;
        self.at = end;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, ParseError> {
        Ok(self.bytes(1)?[0])
    }

    fn number(&mut self) -> Result<i32, ParseError> {
        let bytes = self.bytes(4)?;
        Ok(i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn id(&mut self) -> Result<NodeId, ParseError> {
        Ok(NodeId { node: self.number()?, restart: self.number()?, thread: self.number()? })
    }

    fn node(&mut self) -> Result<NodeMessage, ParseError> {
        let (id, parent) = (self.id()?, self.id()?);
        let (alternative, children) = (self.number()?, self.number()?);
        let (at, byte) = (self.at, self.byte()?);
        let status = Status::ALL.get(usize::from(byte)).copied();
        let status = status.ok_or(ParseError::Unknown { what: "status", byte, at })?;
        Ok(NodeMessage { id, parent, alternative, children, status, label: None, nogood: None, info: None })
    }

    /// Label, nogood and information.
    fn fields(&mut self) -> Result<[Option<String>; 3], ParseError> {
        let mut texts = [None, None, None];
        while self.at < self.body.len() {
            let (at, name) = (self.at, self.byte()?);
            let value = self.number()?;
            if name == field::VERSION {
                continue;
            }
            let text = texts.get_mut(usize::from(name)).ok_or(ParseError::Unknown { what: "field", byte: name, at })?;
            let length = usize::try_from(value).map_err(|_| ParseError::Number(at + 1))?;
            let bytes = self.bytes(length)?;
            *text = Some(str::from_utf8(bytes).map_err(|_| ParseError::Text(at + 5))?.to_owned());
        }
        Ok(texts)
    }
}
