/**
 * Keyset pagination: one page of rows that were read one beyond `size`: what to show, and the id that the
 * next page goes on from.
 */
export function onePage<Row extends { id: string }>(
  rows: Row[],
  size: number,
): { rows: Row[]; next: string | null } {
  return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]!.id : null }
}
