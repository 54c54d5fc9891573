interface Entry {
  role?: 'signer' | 'approver' | 'copy'
  together?: boolean
}

/**
 * The position of each entry in the signing order, from 1. Entries with equal numbers sign at the same time;
 * recipients of a copy have 0.
 */
export function turnsOf(entries: Entry[]): number[] {
  let turn = 0
  return entries.map(({ role, together }) => {
    if (role === 'copy') return 0
    if (!together || turn === 0) turn++
    return turn
  })
}
