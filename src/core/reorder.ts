export const DIRECTIONS = ['up', 'down', 'first', 'last'] as const

/** The move of an item in an ordered list: by one, to an end, or next to another item. */
export type Move = (typeof DIRECTIONS)[number] | { before: string } | { behind: string }

/** Reads a move from a form: the menu's direction, or the neighbour after dragging. */
export function readMove({ to, before, behind }: Record<string, string | undefined>): Move {
  const direction = DIRECTIONS.find((one) => one === to)
  return direction ?? (before ? { before } : { behind: behind ?? '' })
}
