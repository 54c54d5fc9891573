/** The placeholders that a saved reply may contain in braces. */
export const PLACEHOLDERS = ['name', 'team', 'number', 'order', 'staff'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

/** The values of the placeholders that are available where a reply is inserted. */
export type PlaceholderValues = Partial<Record<Placeholder, string | null>>

const BRACES = /\{(name|team|number|order|staff)\}/g

/** Replaces the placeholders that have a value; the others stay in braces for the sender to fill in. */
export const fillIn = (text: string, placeholderValues: PlaceholderValues): string =>
  text.replace(BRACES, (whole, name: Placeholder) => placeholderValues[name] || whole)

/** Whether the text still contains placeholders. */
export const hasPlaceholders = (text: string): boolean => text.search(BRACES) >= 0
