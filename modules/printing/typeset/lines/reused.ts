/**
 * Room for numbers that one paragraph leaves to the next: a document has a thousand, and to ask the system
 * for each took longer than to fill it. What an array holds, in the beginning too, is void; at least `length`
 * of it is there.
 */
export function reused<T extends Float64Array | Int32Array>(
  make: (length: number) => T,
): (length: number) => T {
  let held = make(1024)
  return (length) => {
    if (held.length < length) held = make(2 * length)
    return held
  }
}

export const floats = () => reused((length) => new Float64Array(length))
export const integers = () => reused((length) => new Int32Array(length))
