/**
 * A buffer that is reused for every paragraph, because allocating thousands of arrays is slower than filling
 * them. It has at least `length` entries, whose content is undefined.
 */
export function scratchBuffer<T extends Float64Array | Int32Array>(
  make: (length: number) => T,
): (length: number) => T {
  let buffer = make(1024)
  return (length) => {
    if (buffer.length < length) buffer = make(2 * length)
    return buffer
  }
}

export const scratchFloats = () => scratchBuffer((length) => new Float64Array(length))
export const scratchIntegers = () => scratchBuffer((length) => new Int32Array(length))
