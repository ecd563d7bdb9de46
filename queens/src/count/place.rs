//! The file of a checkpoint: one process has it at a time, and it is replaced as a whole.
//!
//! A new file is written beside it, synced, and renamed over it. So whenever the process is killed, the file is a complete
//! checkpoint, the old one or the new one.
//!
//! The lock is on the file itself, and each new one is locked before it gets the name: as long as somebody counts, whoever opens the
//! name finds a locked file. One who opened it just before it was replaced locks a file without a name, and tries again.

use super::error::CheckpointError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The most bytes of a checkpoint: room for half a million units and more.
const LARGEST: u64 = 64 << 20;

/// The most links that lead to a file.
const LINKS: usize = 40;

/// A file that this process alone writes, until it is dropped.
pub(super) struct Place {
    /// As the user calls it.
    name: PathBuf,
    /// Where it is: the name may be a link, which stays.
    path: PathBuf,
    locked: File,
}

impl Place {
    /// Takes the file and reads it. Where there was none, there is one with this text then.
    pub(super) fn take(name: &Path, text: &str) -> Result<(Place, Vec<u8>), CheckpointError> {
        let path = target(name);
        let place = |locked| Place { name: name.to_owned(), path: path.clone(), locked };
        loop {
            let is_there = match fs::metadata(&path) {
                // Opened, it might wait for ever, or never end.
                Ok(found) if !found.is_file() => return Err(CheckpointError::NotAFile(name.to_owned())),
                Ok(found) if found.len() > LARGEST => return Err(CheckpointError::Foreign(name.to_owned())),
                Ok(_) => true,
                Err(error) if error.kind() == ErrorKind::NotFound => false,
                Err(error) => return Err(refusal(name, "read", error)),
            };
            if is_there {
                if let Some(file) = taken(&path).map_err(|error| refusal(name, "read", error))? {
                    let mut bytes = Vec::new();
                    let read = (&file).take(LARGEST).read_to_end(&mut bytes);
                    read.map_err(|error| refusal(name, "read", error))?;
                    return Ok((place(file), bytes));
                }
            } else if let Some(new) = beside(&path).map_err(|error| refusal(name, "write", error))? {
                // Somebody else may have been faster.
                if !path.exists() {
                    put(&new, &path, text).map_err(|error| refusal(name, "write", error))?;
                    return Ok((place(new), text.as_bytes().to_vec()));
                }
            }
        }
    }

    /// Replaces the file.
    pub(super) fn write(&mut self, text: &str) -> Result<(), CheckpointError> {
        let write = || loop {
            if let Some(new) = beside(&self.path)? {
                put(&new, &self.path, text)?;
                return Ok(new);
            }
        };
        self.locked = write().map_err(|error| refusal(&self.name, "write", error))?;
        Ok(())
    }
}

fn refusal(name: &Path, action: &'static str, source: io::Error) -> CheckpointError {
    let path = name.to_owned();
    match source.kind() {
        ErrorKind::WouldBlock => CheckpointError::Busy(path),
        _ => CheckpointError::Io { action, path, source },
    }
}

/// What a link leads to, whether it is there or not.
fn target(name: &Path) -> PathBuf {
    let mut path = name.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => break,
        }
    }
    path
}

/// The file of this name, locked; `None` if it had the name no longer by then.
fn taken(path: &Path) -> io::Result<Option<File>> {
    match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        file => named(file?, path),
    }
}

/// The new file beside it, likewise.
fn beside(path: &Path) -> io::Result<Option<File>> {
    let new = new_name(path);
    named(OpenOptions::new().write(true).create(true).truncate(false).open(&new)?, &new)
}

fn new_name(path: &Path) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(".new");
    name.into()
}

fn named(file: File, path: &Path) -> io::Result<Option<File>> {
    file.try_lock()?;
    Ok(is_at(&file, path)?.then_some(file))
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Where files have no numbers, only one that is gone is noticed.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

/// Writes the new file, and gives it the name.
fn put(mut new: &File, path: &Path, text: &str) -> io::Result<()> {
    new.set_len(0)?;
    new.write_all(text.as_bytes())?;
    new.sync_all()?;
    fs::rename(new_name(path), path)?;
    sync_folder(path)
}

/// Makes a renaming last, where folders can be synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
