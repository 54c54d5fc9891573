/** The moves that a menu offers. */
export const MENU_MOVES = ['up', 'down', 'first', 'last'] as const

/** The move of an item in an ordered list: by one, to an end, or next to another item. */
export type Move = (typeof MENU_MOVES)[number] | { before: string } | { behind: string }

/** Reads a move from a form: of the menu, or next to another item after dragging. */
export function readMove({ to, before, behind }: Record<string, string | undefined>): Move {
  const menuMove = MENU_MOVES.find((one) => one === to)
  if (menuMove) return menuMove
  if (before) return { before }
  // No item has the empty id, so a form without a move moves nothing.
  return { behind: behind ?? '' }
}
