/**
 * The buttons of a clause are not visible at rest, but can be reached by Tab. They show when the clause is
 * pointed at, has the focus or is selected; without a mouse, a tap on the clause selects it first.
 */
export const shownBy = (selected: boolean): string =>
  selected
    ? ''
    : 'max-sm:sr-only sm:opacity-0 sm:group-focus-within/clause:opacity-100 sm:group-hover/clause:opacity-100 sm:[@media(hover:none)]:pointer-events-none'

/** The class for the heading of an article, which is never selected: a tap gives it the focus. */
export const shownAtHeading =
  'opacity-0 group-focus-within/heading:opacity-100 group-hover/heading:opacity-100 [@media(hover:none)]:pointer-events-none [@media(hover:none)]:group-focus-within/heading:pointer-events-auto'
