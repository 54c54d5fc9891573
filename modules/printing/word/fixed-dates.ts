const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
/** 1 January 1980, the first date of the zip format. */
const FIRST_DAY = 0x0021

/**
 * Sets the date of every file in a zip archive to the first possible one, so that equal contents give equal
 * bytes.
 */
export function withFixedDates(zip: Uint8Array): Uint8Array {
  const bytes = zip.slice()
  const view = new DataView(bytes.buffer)
  let end = bytes.length - 22
  while (view.getUint32(end, true) !== END_SIGNATURE) end--
  let offset = view.getUint32(end + 16, true)
  while (view.getUint32(offset, true) === ENTRY_SIGNATURE) {
    const local = view.getUint32(offset + 42, true)
    view.setUint32(local + 10, FIRST_DAY << 16, true)
    view.setUint32(offset + 12, FIRST_DAY << 16, true)
    offset +=
      46 +
      view.getUint16(offset + 28, true) +
      view.getUint16(offset + 30, true) +
      view.getUint16(offset + 32, true)
  }
  return bytes
}
