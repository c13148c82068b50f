//! The worked examples of removals, and removals of several words.

use super::slow::{Line, Slow};
use super::*;
use crate::random::Random;
