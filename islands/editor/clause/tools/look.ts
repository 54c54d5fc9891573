/**
 * The class for the buttons of a clause. They are invisible until the clause is pointed at, has the focus or
 * is selected, but can always be reached by Tab. Without a mouse, a tap on the clause selects it first.
 */
export const toolsClass = (selected: boolean): string =>
  selected
    ? ''
    : 'max-sm:not-focus-within:sr-only sm:opacity-0 sm:group-focus-within/clause:opacity-100 sm:group-hover/clause:opacity-100 sm:[@media(hover:none)]:pointer-events-none'

/** The same class for the heading of an article, which cannot be selected: a tap gives it the focus. */
export const headingToolsClass =
  'opacity-0 group-focus-within/heading:opacity-100 group-hover/heading:opacity-100 [@media(hover:none)]:pointer-events-none [@media(hover:none)]:group-focus-within/heading:pointer-events-auto'
