type PlainObject = Record<string, unknown>

/** The part of node:util needed to read a PDF, for browsers: compares plain objects. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => key in other && isDeepStrictEqual((one as PlainObject)[key], (other as PlainObject)[key]),
    )
  )
}
