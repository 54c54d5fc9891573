/** The maximum length of a name in bytes, without its ending; file systems allow 255. */
const MAX_NAME_BYTES = 180
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Makes names for one folder of an archive: readable, safe on every system, and unique regardless of case.
 */
export function entryNames() {
  const usedNames = new Set<string>()
  return (name: string, mark = '', ending = ''): string => {
    const base = safeName(name)
    for (let count = 1; ; count++) {
      const entry = `${base}${mark && ` ${mark}`}${count > 1 ? ` (${count})` : ''}${ending && `.${ending}`}`
      const normalised = entry.normalize('NFC').toLowerCase()
      if (usedNames.has(normalised)) continue
      usedNames.add(normalised)
      return entry
    }
  }
}

/** A name without characters that some system forbids, shortened if it is too long; never empty. */
export function safeName(name: string): string {
  const cleanName = shortened(
    name
      .normalize('NFC')
      .replace(/[/\\:*"<>|?\p{Cc}]/gu, '_')
      .replace(/\p{Cf}|\p{Cs}/gu, '_'),
  )
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
    .replaceAll(/\s+/g, ' ')
  return cleanName && !DEVICE.test(cleanName) ? cleanName : `_${cleanName}`
}

/** The beginning of a name, at most `longest` bytes long. */
export function shortened(name: string, maxBytes = MAX_NAME_BYTES): string {
  let start = ''
  let size = 0
  for (const character of name) {
    size += Buffer.byteLength(character)
    if (size > maxBytes) return start
    start += character
  }
  return start
}
