/**
 * The limits for digits of a key. Of ten million keys of 32 random hexadecimal digits, fewer than one has
 * fewer different digits, or more digits that follow their neighbour.
 */
const MIN_DIFFERENT = 8
const MAX_FOLLOWING = 2 / 3

/** Whether a person probably typed the key: it has few different characters, a repetition, or a run. */
export function isGuessable(key: string): boolean {
  const steps = [...key].slice(1).map((character, n) => character.charCodeAt(0) - key.charCodeAt(n))
  const runs = steps.filter((step) => Math.abs(step) <= 1).length
  return new Set(key).size < MIN_DIFFERENT || isRepeated(key) || runs > steps.length * MAX_FOLLOWING
}

/** Whether the key is a repetition of its beginning, of at most half its length. */
function isRepeated(key: string): boolean {
  for (let unit = 1; unit <= key.length / 2; unit++)
    if (
      key ===
      key
        .slice(0, unit)
        .repeat(Math.ceil(key.length / unit))
        .slice(0, key.length)
    )
      return true
  return false
}
