//! Bookmarks: named positions in a search, with notes.

/// A bookmark.
struct Mark {
    name: String,
    /// The number of events before the bookmark.
    at: usize,
    /// The note, which may be empty.
    note: String,
}

/// The bookmarks of a session, in search order.
#[derive(Default)]
pub(super) struct Marks(Vec<Mark>);

impl Marks {
    /// Sets a bookmark, replacing any with the same name.
    pub(super) fn put(&mut self, name: &str, at: usize, note: &str) {
        self.0.retain(|mark| mark.name != name);
        let behind = self.0.partition_point(|mark| mark.at <= at);
        self.0.insert(behind, Mark { name: name.to_owned(), at, note: note.to_owned() });
    }

    /// Removes a bookmark. Returns an error if the bookmark does not exist.
    pub(super) fn remove(&mut self, name: &str) -> Result<(), String> {
        self.place(name)?;
        self.0.retain(|mark| mark.name != name);
        Ok(())
    }

    /// Returns the number of events before a bookmark. Returns an error if the bookmark does not exist.
    pub(super) fn place(&self, name: &str) -> Result<usize, String> {
        let mark = self.0.iter().find(|mark| mark.name == name);
        mark.map(|mark| mark.at).ok_or_else(|| match self.0.is_empty() {
            true => format!("there is no bookmark `{name}`, nor any other: `mark {name}` sets one here"),
            false => format!("there is no bookmark `{name}`: `marks` lists them"),
        })
    }

    /// Formats the bookmarks at a position, one line each.
    pub(super) fn at(&self, at: usize) -> impl Iterator<Item = String> + '_ {
        let here = self.0.iter().filter(move |mark| mark.at == at);
        here.map(
            |Mark { name, note, .. }| if note.is_empty() { format!("* {name}") } else { format!("* {name}: {note}") },
        )
    }

    /// Returns the message about bookmarks lost when the user leaves a supposed search.
    pub(super) fn gone(&self) -> Option<String> {
        let names = self.0.iter().map(|mark| format!("`{}`", mark.name));
        let names = solver_core::why::listed(names, "and")?;
        Some(format!("bookmarks in the supposed search, which are gone with it: {names}"))
    }

    /// Formats all bookmarks as the commands that set them.
    pub(super) fn commands(&self) -> Vec<String> {
        if self.0.is_empty() {
            return vec!["there are no bookmarks: `mark NAME` sets one here, with a note after the name".to_owned()];
        }
        let commands = |Mark { name, at, note }: &Mark| {
            [format!("goto event {at}"), format!("mark {name} {note}").trim_end().to_owned()]
        };
        self.0.iter().flat_map(commands).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_at_one_place_and_can_go() {
        let mut marks = Marks::default();
        assert_eq!(
            marks.place("here").unwrap_err(),
            "there is no bookmark `here`, nor any other: `mark here` sets one here"
        );
        marks.put("here", 9, "why?");
        marks.put("there", 4, "");
        marks.put("here", 2, "because");
        assert_eq!(marks.commands(), ["goto event 2", "mark here because", "goto event 4", "mark there"]);
        assert_eq!(marks.at(2).collect::<Vec<_>>(), ["* here: because"]);
        assert!(marks.at(9).next().is_none());
        assert_eq!(marks.place("there"), Ok(4));
        assert_eq!(marks.remove("there"), Ok(()));
        assert_eq!(marks.remove("there").unwrap_err(), "there is no bookmark `there`: `marks` lists them");
    }
}
