//! Comparison by identity, for dependencies of hooks.

use std::rc::Rc;

/// A shared value that is equal to its clones only: comparing what it holds would take too long.
#[derive(Debug)]
pub struct ByIdentity<T: ?Sized>(pub Rc<T>);

impl<T: ?Sized> Clone for ByIdentity<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for ByIdentity<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
