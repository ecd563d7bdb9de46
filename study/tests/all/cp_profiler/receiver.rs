//! A receiver like CP-Profiler's, written from the protocol and independent of the sender.

use std::collections::BTreeMap;
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Node {
    pub(crate) parent: [i32; 3],
    pub(crate) alternative: i32,
    pub(crate) children: i32,
    pub(crate) status: u8,
    /// The label, the nogood and the details.
    pub(crate) texts: [Option<String>; 3],
}

/// All received data.
#[derive(Default, Debug)]
pub(crate) struct Received {
    pub(crate) start: serde_json::Value,
    pub(crate) versions: Vec<i32>,
    pub(crate) restarts: Vec<serde_json::Value>,
    pub(crate) nodes: BTreeMap<[i32; 3], Node>,
    pub(crate) skipped: Vec<Node>,
    /// The message kinds, in order.
    pub(crate) kinds: Vec<u8>,
}

pub(crate) fn listen() -> (u16, JoinHandle<Received>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = listener.local_addr().expect("it is bound").port();
    let receiving = std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a solver connects");
        receive(stream)
    });
    (port, receiving)
}

fn receive(mut stream: TcpStream) -> Received {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("bytes until the end");
    parse(&bytes)
}

pub(crate) fn parse(bytes: &[u8]) -> Received {
    let mut received = Received::default();
    let mut rest = bytes;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (body, after) = after.split_at(u32::from_le_bytes(*length) as usize);
        rest = after;
        received.message(body);
    }
    assert!(rest.is_empty(), "{} bytes are left over", rest.len());
    received
}

fn number(bytes: &mut &[u8]) -> i32 {
    let (value, rest) = bytes.split_first_chunk::<4>().expect("four bytes");
    *bytes = rest;
    i32::from_be_bytes(*value)
}

fn byte(bytes: &mut &[u8]) -> u8 {
    let (value, rest) = bytes.split_first().expect("a byte");
    *bytes = rest;
    *value
}

impl Received {
    fn message(&mut self, mut body: &[u8]) {
        let kind = byte(&mut body);
        self.kinds.push(kind);
        let mut id = [0; 3];
        let mut node = Node::default();
        if kind == 0 {
            id = std::array::from_fn(|_| number(&mut body));
            node.parent = std::array::from_fn(|_| number(&mut body));
            (node.alternative, node.children) = (number(&mut body), number(&mut body));
            node.status = byte(&mut body);
        }
        while !body.is_empty() {
            let (field, value) = (byte(&mut body), number(&mut body));
            if field == 3 {
                self.versions.push(value);
                continue;
            }
            let (text, rest) = body.split_at(value as usize);
            body = rest;
            node.texts[usize::from(field)] = Some(String::from_utf8(text.to_vec()).expect("UTF-8"));
        }
        let json = |node: &Node| serde_json::from_str(node.texts[2].as_deref().expect("info")).expect("JSON");
        match kind {
            0 => self.node(id, node),
            1 => {}
            2 => self.start = json(&node),
            3 => self.restarts.push(json(&node)),
            other => panic!("message of kind {other}"),
        }
    }

    /// Processes a node as CP-Profiler does, and asserts what CP-Profiler relies on.
    fn node(&mut self, id: [i32; 3], node: Node) {
        if node.parent != [-1; 3] {
            let parent = self.nodes.get(&node.parent).unwrap_or_else(|| panic!("{id:?} comes before its parent"));
            assert!((0..parent.children).contains(&node.alternative), "{id:?} is none of its parent's children");
        }
        if let Some(info) = &node.texts[2] {
            assert!(serde_json::from_str::<serde_json::Value>(info).expect("JSON").is_object());
        }
        if id[0] == -1 {
            assert_eq!((node.status, node.children), (3, 0));
            self.skipped.push(node);
        } else {
            assert!(self.nodes.insert(id, node).is_none(), "{id:?} comes twice");
        }
    }
}
