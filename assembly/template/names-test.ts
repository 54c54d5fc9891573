/**
 * Every name, or some name, of a text field or a column (`directors.name`) is among those of another one.
 */
export type NamesTest = { every: string; in: string } | { some: string; in: string }
