/**
 * Changes named things in a note's text and keeps every byte it was not asked about.
 *
 * Text to text, and pure: landing it on the disk is `edit/`'s job. A byte order mark that was taken
 * off by `decode` is put back by `encode`.
 */

export type {FieldEdit, Rewritten} from './field-edit.js'
export {rewriteFact} from './rewrite-fact.js'
export {rewriteFields} from './rewrite-fields.js'
export {rewriteReferences} from './rewrite-references.js'
