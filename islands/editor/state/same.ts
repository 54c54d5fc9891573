function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Compares JSON values regardless of key order, because PostgreSQL's jsonb does not preserve the order. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isEqual(one[key], other[key]))
}

/**
 * Returns `next` with every part that equals its counterpart in `last` replaced by that counterpart, so that
 * memoised rows are not rendered again.
 */
export function shareParts<T>(last: T, next: T): T {
  if (last === next) return last
  if (Array.isArray(last) && Array.isArray(next)) {
    const sharedParts = next.map((item, index) =>
      index < last.length ? shareParts(last[index], item) : item,
    )
    const unchanged = last.length === next.length && sharedParts.every((item, index) => item === last[index])
    return unchanged ? last : (sharedParts as T)
  }
  if (!isRecord(last) || !isRecord(next)) return next
  const entries = Object.entries(next).map(([key, value]) => [key, shareParts(last[key], value)] as const)
  const unchanged =
    Object.keys(last).length === entries.length && entries.every(([key, value]) => value === last[key])
  return unchanged ? last : (Object.fromEntries(entries) as T)
}
