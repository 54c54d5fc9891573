import { unzipSync } from 'fflate'

/** The maximum number of bytes of one unpacked part, and of all parts. */
const MAX_PART_BYTES = 16 * 1024 * 1024
const MAX_WHOLE_BYTES = 32 * 1024 * 1024
const MAX_PARTS = 200

/**
 * The parts of a workbook or archive that can contain tables, by path; null if the file is broken or too
 * large.
 */
export function unpackTables(bytes: Uint8Array, maxBytes = MAX_PART_BYTES): Map<string, Uint8Array> | null {
  let count = 0
  let size = 0
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(xml|csv|txt|xlsx)$/i.test(name)) return false
        size += originalSize
        if (++count > MAX_PARTS || originalSize > maxBytes || size > MAX_WHOLE_BYTES)
          throw new RangeError('too large')
        return true
      },
    })
    return new Map(Object.entries(parts))
  } catch {
    return null
  }
}
