//! The checkpoint file: only one process at a time can lock it, and it is replaced atomically.
//!
//! A new file is written beside the old one, synced, and renamed over it. Even if the process is killed, the file is a
//! complete checkpoint, either the old one or the new one.
//!
//! The lock is on the file itself, and each new file is locked before it is renamed, so the name always refers to a
//! locked file while a count runs. A process that opened the file just before its replacement locks a file that no
//! longer has a name, detects this and tries again.

use super::error::CheckpointError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The maximum size of a checkpoint in bytes, enough for more than half a million units.
const LARGEST: u64 = 64 << 20;

/// The maximum number of symbolic links to follow.
const LINKS: usize = 40;

/// A file that only this process writes until the value is dropped.
pub(super) struct Place {
    /// The path given by the user.
    name: PathBuf,
    /// The path with symbolic links resolved, so that a link is not replaced.
    path: PathBuf,
    locked: File,
}

impl Place {
    /// Locks and reads the file. A missing file is created with this text.
    pub(super) fn take(name: &Path, text: &str) -> Result<(Place, Vec<u8>), CheckpointError> {
        let path = target(name);
        let place = |locked| Place { name: name.to_owned(), path: path.clone(), locked };
        loop {
            let is_there = match fs::metadata(&path) {
                // Opening a pipe could block, and reading a device might never end.
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
                // Another process may have created the file in the meantime.
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

/// Resolves symbolic links. The target need not exist.
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

/// Opens and locks the file at `path`; returns `None` if the path no longer refers to this file.
fn taken(path: &Path) -> io::Result<Option<File>> {
    match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        file => named(file?, path),
    }
}

/// Creates and locks a new file beside `path`; returns `None` if its name no longer refers to this file.
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

/// Whether the path still refers to the file. Without inode numbers, only a missing file is detected.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

/// Writes the new file and renames it to `path`.
fn put(mut new: &File, path: &Path, text: &str) -> io::Result<()> {
    new.set_len(0)?;
    new.write_all(text.as_bytes())?;
    new.sync_all()?;
    fs::rename(new_name(path), path)?;
    sync_folder(path)
}

/// Makes a rename durable if the system can sync folders.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
