import { downloadName } from '#modules/printing/index.ts'
import type { Document } from '../document.ts'

/** In bytes, without number and extension; file systems allow 255. */
const LONGEST = 180
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Makes file names for one folder: readable, safe on every system, and unique regardless of case. */
export function entryNames() {
  const taken = new Set<string>()
  return (document: Pick<Document, 'name' | 'number'>, mark: string, ending: string): string => {
    const base = safe(downloadName(document, ''))
    for (let count = 1; ; count++) {
      const name = `${base}${mark && ` ${mark}`}${count > 1 ? ` (${count})` : ''}.${ending}`
      const same = name.normalize('NFC').toLowerCase()
      if (taken.has(same)) continue
      taken.add(same)
      return name
    }
  }
}

function safe(name: string): string {
  const plain = shortened(name.normalize('NFC').replace(/\p{Cf}|\p{Cs}/gu, '_'))
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
    .replaceAll(/\s+/g, ' ')
  return plain && !DEVICE.test(plain) ? plain : `_${plain}`
}

function shortened(name: string): string {
  let kept = ''
  let size = 0
  for (const character of name) {
    size += Buffer.byteLength(character)
    if (size > LONGEST) return kept
    kept += character
  }
  return kept
}
