/**
 * A test that every name, or at least one name, of a text field or a column (`directors.name`) is among the
 * names of another one.
 */
export type NamesTest = { every: string; in: string } | { some: string; in: string }
