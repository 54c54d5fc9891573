/**
 * Keyset pagination: makes a page from rows of which one more than `size` was read, and the cursor of the
 * next page.
 */
export function onePage<Row extends { id: string }>(
  rows: Row[],
  size: number,
): { rows: Row[]; next: string | null } {
  return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]!.id : null }
}
