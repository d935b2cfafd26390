//! Rule: a file has at most 500 lines; a function of more than 80 is worth a look.
//!
//! Past these numbers there is usually a second idea in the text. The first fails, the second warns: a long `match` can be the clearest form.

use proc_macro2::Span;
use syn::visit::{self, Visit};
use syn::{ImplItemFn, ItemFn, TraitItemFn};

use crate::tidy::report::Report;
use crate::tidy::tree::Tree;

const FILE_LINES: usize = 500;
const FUNCTION_LINES: usize = 80;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for source in &tree.sources {
        let lines = source.file.text.lines().count();
        if lines > FILE_LINES {
            let text = format!("{lines} lines, at most {FILE_LINES}; look for the seam between two ideas and cut there");
            report.error(source.path(), FILE_LINES + 1, text);
        }
        Functions { path: source.path(), report }.visit_file(&source.syntax);
    }
}

struct Functions<'a> {
    path: &'a str,
    report: &'a mut Report,
}

impl Functions<'_> {
    fn check(&mut self, name: &syn::Ident, from: Span, to: Span) {
        let (first, last) = (from.start().line, to.end().line);
        let lines = last + 1 - first;
        if lines > FUNCTION_LINES {
            self.report.warning(self.path, first, format!("`{name}` has {lines} lines, {FUNCTION_LINES} are many"));
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.check(&function.sig.ident, function.sig.fn_token.span, function.block.brace_token.span.close());
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.check(&function.sig.ident, function.sig.fn_token.span, function.block.brace_token.span.close());
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        if let Some(block) = &function.default {
            self.check(&function.sig.ident, function.sig.fn_token.span, block.brace_token.span.close());
        }
        visit::visit_trait_item_fn(self, function);
    }
}
