/**
 * Of 32 random hexadecimal digits fewer are different, or more of them follow their neighbour, less than once
 * in ten million keys.
 */
const FEWEST_DIFFERENT = 8
const MOST_FOLLOWING = 2 / 3

/**
 * Whether a key is one that a person types instead of letting a machine make it: few characters, a
 * repetition, a run.
 */
export function isGuessable(key: string): boolean {
  const steps = [...key].slice(1).map((character, n) => character.charCodeAt(0) - key.charCodeAt(n))
  const runs = steps.filter((step) => Math.abs(step) <= 1).length
  return new Set(key).size < FEWEST_DIFFERENT || isRepeated(key) || runs > steps.length * MOST_FOLLOWING
}

/** Whether its beginning, of up to half its length, is all that it holds. */
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
