/**
 * Replacements for functions of `Map` and `Array` that older browsers do not have. This code also runs in
 * those browsers: tests/browsers.test.ts.
 */

/** Replaces `Map.groupBy`, which Chrome has since 117 and Safari since 17.4. */
export function groupBy<Key, One>(list: Iterable<One>, keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** Replaces `Array.prototype.toSpliced`, which Chrome has since 110 and Safari since 16. */
export function spliced<One>(list: readonly One[], index: number, removed: number, ...added: One[]): One[] {
  return [...list.slice(0, index), ...added, ...list.slice(index + removed)]
}

/** Replaces `Array.prototype.findLast`, which Chrome has since 97 and Safari since 15.4. */
export function findLast<One>(list: readonly One[], matches: (one: One) => boolean): One | undefined {
  for (let index = list.length - 1; index >= 0; index--) if (matches(list[index]!)) return list[index]
  return undefined
}
