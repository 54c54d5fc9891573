/**
 * A scratch buffer that is reused for every paragraph, because allocating thousands of arrays is slower than
 * filling them. Its content is undefined, and it has at least `length` entries.
 */
export function scratchBuffer<T extends Float64Array | Int32Array>(
  make: (length: number) => T,
): (length: number) => T {
  let held = make(1024)
  return (length) => {
    if (held.length < length) held = make(2 * length)
    return held
  }
}

export const scratchFloats = () => scratchBuffer((length) => new Float64Array(length))
export const scratchIntegers = () => scratchBuffer((length) => new Int32Array(length))
