//! Rule: no cargo feature changes a type.
//!
//! Cargo enables the union of all features that a build requests, so a field behind a feature
//! breaks crates that did not request it. No part of a type may be under `#[cfg(feature = …)]`:
//! neither its definition, a field, a variant, an alias nor an item of a trait. A feature may add a
//! module, an impl or a re-export; a type that exists only with a feature is in such a module.

use proc_macro2::TokenTree;
use syn::visit::{self, Visit};
use syn::{Attribute, Field, ItemEnum, ItemStruct, ItemTrait, ItemType, ItemUnion, Meta, TraitItem, Variant};

use crate::tidy::report::Report;
use crate::tidy::tree::Tree;

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for source in &tree.sources {
        if source.path().starts_with("crates/") {
            Types { path: source.path(), report }.visit_file(&source.syntax);
        }
    }
}

struct Types<'a> {
    path: &'a str,
    report: &'a mut Report,
}

impl Types<'_> {
    fn check(&mut self, what: &str, attributes: &[Attribute]) {
        for attribute in attributes.iter().filter(|attribute| depends_on_feature(attribute)) {
            let line = attribute.pound_token.span.start().line;
            let text = format!("a cargo feature changes {what}; put the feature on a module, an impl or a re-export instead");
            self.report.error(self.path, line, text);
        }
    }
}

impl<'ast> Visit<'ast> for Types<'_> {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.check("a struct", &item.attrs);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.check("an enum", &item.attrs);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast ItemUnion) {
        self.check("a union", &item.attrs);
        visit::visit_item_union(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.check("a type alias", &item.attrs);
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.check("a trait", &item.attrs);
        visit::visit_item_trait(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let attributes = match item {
            TraitItem::Const(item) => &item.attrs,
            TraitItem::Fn(item) => &item.attrs,
            TraitItem::Type(item) => &item.attrs,
            _ => return,
        };
        self.check("an item of a trait", attributes);
    }

    fn visit_field(&mut self, field: &'ast Field) {
        self.check("a field", &field.attrs);
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.check("a variant", &variant.attrs);
        visit::visit_variant(self, variant);
    }
}

/// Whether this is `#[cfg(… feature …)]`. A derive under `cfg_attr` adds an impl and is allowed.
fn depends_on_feature(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => names_feature(list.tokens.clone()),
        _ => false,
    }
}

fn names_feature(tokens: proc_macro2::TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "feature",
        TokenTree::Group(group) => names_feature(group.stream()),
        _ => false,
    })
}
