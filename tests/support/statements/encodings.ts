/** The GBK bytes of each character, found by decoding, because Node has no GBK encoder. */
let table: Map<string, number[]> | null = null

function gbkTable(): Map<string, number[]> {
  if (table) return table
  table = new Map()
  const decoder = new TextDecoder('gbk')
  for (let firstByte = 0x81; firstByte <= 0xfe; firstByte++)
    for (let secondByte = 0x40; secondByte <= 0xfe; secondByte++) {
      if (secondByte === 0x7f) continue
      const character = decoder.decode(new Uint8Array([firstByte, secondByte]))
      if (character.length === 1 && character !== '\ufffd' && !table.has(character))
        table.set(character, [firstByte, secondByte])
    }
  return table
}

/** A text in GBK, which is also valid GB 18030. Throws for a character that GBK does not have. */
export function inGbk(text: string): Uint8Array {
  const bytes = [...text].flatMap((character) => {
    const code = character.charCodeAt(0)
    if (code < 0x80) return [code]
    const bytes = gbkTable().get(character)
    if (!bytes) throw new RangeError(`not in GBK: ${character}`)
    return bytes
  })
  return new Uint8Array(bytes)
}

export const inUtf8 = (text: string) => new TextEncoder().encode(text)

export const inUtf8WithMark = (text: string) => inUtf8(`\ufeff${text}`)

export function inUtf16(text: string, order: 'le' | 'be' = 'le'): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(order === 'le' ? bytes : bytes.swap16())
}

export const ENCODINGS = {
  'UTF-8': inUtf8,
  'UTF-8 with its mark': inUtf8WithMark,
  GBK: inGbk,
  'UTF-16': (text: string) => inUtf16(text),
  'UTF-16 BE': (text: string) => inUtf16(text, 'be'),
}
