/** A short hash of a text: two 32-bit numbers in base 36. It detects changes, not forgeries. */
export function hash(text: string): string {
  let one = 0x811c9dc5
  let other = 0x1b873593
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193)
    other = Math.imul(other ^ text.charCodeAt(index), 0x85ebca6b) ^ (other >>> 13)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}
