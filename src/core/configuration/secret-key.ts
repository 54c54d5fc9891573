/**
 * The minimum number of different characters, and the maximum share of characters that are equal to or next
 * to the one before. Fewer than one in ten million random keys of 32 hexadecimal digits exceed these limits.
 */
const MIN_DIFFERENT = 8
const MAX_RUN_SHARE = 2 / 3

/** Whether a person probably typed the key: it has few different characters, a repetition, or a run. */
export function isGuessable(key: string): boolean {
  const steps = [...key].slice(1).map((character, n) => character.charCodeAt(0) - key.charCodeAt(n))
  const runSteps = steps.filter((step) => Math.abs(step) <= 1).length
  return new Set(key).size < MIN_DIFFERENT || isRepeated(key) || runSteps > steps.length * MAX_RUN_SHARE
}

/** Whether the key repeats a text of at most half its length. */
function isRepeated(key: string): boolean {
  for (let length = 1; length <= key.length / 2; length++)
    if (
      key ===
      key
        .slice(0, length)
        .repeat(Math.ceil(key.length / length))
        .slice(0, key.length)
    )
      return true
  return false
}
