/** A short hash of a text: two 32-bit numbers in base 36. It detects changes, not forgeries. */
export function hash(text: string): string {
  let first = 0x811c9dc5
  let second = 0x1b873593
  for (let index = 0; index < text.length; index++) {
    first = Math.imul(first ^ text.charCodeAt(index), 0x01000193)
    second = Math.imul(second ^ text.charCodeAt(index), 0x85ebca6b) ^ (second >>> 13)
  }
  return (first >>> 0).toString(36) + (second >>> 0).toString(36)
}
