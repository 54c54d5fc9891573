/**
 * Keyset pagination: cuts rows that were read one beyond `size` to a page, with the cursor of the next page.
 */
export function onePage<Row extends { id: string }>(
  rows: Row[],
  size: number,
): { rows: Row[]; next: string | null } {
  return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]!.id : null }
}
