export const WAYS = ['up', 'down', 'first', 'last'] as const

/** Where something in an order of its own may be moved to: by one, to an end, or beside another one. */
export type Move = (typeof WAYS)[number] | { before: string } | { behind: string }

/** From a form: the menu's way, or beside whom something was dropped. */
export function readMove({ to, before, behind }: Record<string, string | undefined>): Move {
  const way = WAYS.find((one) => one === to)
  return way ?? (before ? { before } : { behind: behind ?? '' })
}
