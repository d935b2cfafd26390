//! Rule: a function has at most five parameters.
//!
//! * A tuple counts as its members, nested ones included: `(from, to): (f64, f64)` counts two.
//! * `self` does not count. Methods in the `impl` of a trait are not checked: the trait, which is,
//!   determines their parameters.
//! * clippy's `too_many_arguments` counts a tuple as one.

use syn::visit::{self, Visit};
use syn::{FnArg, ImplItemFn, ItemFn, ItemImpl, Signature, TraitItemFn, Type};

use crate::tidy::report::{Finding, Report};
use crate::tidy::tree::Tree;

const PARAMETERS: usize = 5;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    let mut findings = Vec::new();
    for source in &tree.sources {
        Functions { path: source.path(), of_trait: false, findings: &mut findings }.visit_file(&source.syntax);
    }
    report.extend(findings);
}

struct Functions<'a> {
    path: &'a str,
    /// Inside of the `impl` of a trait.
    of_trait: bool,
    findings: &'a mut Vec<Finding>,
}

impl Functions<'_> {
    fn check(&mut self, signature: &Signature) {
        let parameters: usize = signature.inputs.iter().map(values).sum();
        if parameters > PARAMETERS {
            let name = &signature.ident;
            let text = format!(
                "`{name}` has {parameters} parameters, members of tuples counted; at most {PARAMETERS}: name what belongs together as a struct"
            );
            self.findings.push(Finding { path: self.path.to_owned(), line: name.span().start().line, text });
        }
    }
}

fn values(input: &FnArg) -> usize {
    match input {
        FnArg::Receiver(_) => 0,
        FnArg::Typed(input) => members(&input.ty),
    }
}

fn members(ty: &Type) -> usize {
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().map(members).sum::<usize>().max(1),
        Type::Reference(reference) => members(&reference.elem),
        Type::Paren(inner) => members(&inner.elem),
        Type::Group(inner) => members(&inner.elem),
        _ => 1,
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.check(&function.sig);
        visit::visit_item_fn(self, function);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let outer = std::mem::replace(&mut self.of_trait, item.trait_.is_some());
        visit::visit_item_impl(self, item);
        self.of_trait = outer;
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        if !self.of_trait {
            self.check(&function.sig);
        }
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.check(&function.sig);
        visit::visit_trait_item_fn(self, function);
    }
}
