/** What stands in braces in a saved reply. */
export const PLACEHOLDERS = ['name', 'team', 'number', 'order', 'staff'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

/** What is known where a reply is inserted. */
export type Known = Partial<Record<Placeholder, string | null>>

const BRACES = /\{(name|team|number|order|staff)\}/g

/** Fills in what is known; the rest stays in braces, for the person who sends it. */
export const fillIn = (text: string, known: Known): string =>
  text.replace(BRACES, (whole, name: Placeholder) => known[name] || whole)

/** Whether something is still to be filled in. */
export const hasGaps = (text: string): boolean => text.search(BRACES) >= 0
