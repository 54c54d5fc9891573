/** A property of a card: `item1.TEL;TYPE=CELL:+86 138…`. */
export interface Property {
  /** The name in upper case, without the group. */
  name: string
  /** The parameters in upper case; bare parameters of version 2.1 are types. */
  parameters: { name: string; value: string }[]
  value: string
  line: number
}

interface Line {
  text: string
  line: number
}

/**
 * The lines of a file. Folded lines, which continue after a space (3.0, 4.0) or end with = (2.1), are
 * joined.
 */
export function joinFoldedLines(text: string): Line[] {
  const lines: Line[] = []
  let isOpen = false
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const lastLine = lines.at(-1)
    if (lastLine && isOpen) lastLine.text = lastLine.text.slice(0, -1) + raw
    else if (lastLine && (raw.startsWith(' ') || raw.startsWith('\t'))) lastLine.text += raw.slice(1)
    else if (raw.trim()) lines.push({ text: raw, line: index + 1 })
    isOpen = raw.endsWith('=') && isQuotedPrintable(lines.at(-1)?.text ?? '')
  }
  return lines
}

const isQuotedPrintable = (text: string) =>
  text.slice(0, colonOf(text)).toUpperCase().includes('QUOTED-PRINTABLE')

/** The index of the colon before the value: the first one outside of quotation marks. */
function colonOf(text: string): number {
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '"') isQuoted = !isQuoted
    if (text[index] === ':' && !isQuoted) return index
  }
  return -1
}

/** Null for a line that is not a property. */
export function readProperty({ text, line }: Line): Property | null {
  const colon = colonOf(text)
  if (colon < 1) return null
  const [rawName = '', ...rawParameters] = splitOutside(text.slice(0, colon), ';')
  const name = rawName
    .slice(rawName.lastIndexOf('.') + 1)
    .trim()
    .toUpperCase()
  if (!name || !/^[A-Z0-9-]+$/.test(name)) return null
  const parameters = rawParameters.flatMap(parametersIn)
  const raw = text.slice(colon + 1)
  const encoding = parameters.find((one) => one.name === 'ENCODING')?.value
  const charset = parameters.find((one) => one.name === 'CHARSET')?.value ?? 'UTF-8'
  const isQuoted = encoding === 'QUOTED-PRINTABLE'
  return { name, parameters, value: isQuoted ? decodeQuotedPrintable(raw, charset) : raw, line }
}

function parametersIn(text: string) {
  const equals = text.indexOf('=')
  const key = equals < 0 ? '' : text.slice(0, equals).trim().toUpperCase()
  const values = splitOutside(equals < 0 ? text : text.slice(equals + 1), ',')
  return values.map((rawValue) => {
    const value = rawValue.replaceAll('"', '').trim().toUpperCase()
    if (key) return { name: key, value }
    return { name: value === 'QUOTED-PRINTABLE' || value === 'BASE64' ? 'ENCODING' : 'TYPE', value }
  })
}

/** Splits a text at the separators outside of quotation marks. */
function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    if (letter === separator && !isQuoted) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

/** Decodes bytes written as =E9=99=88, in UTF-8 unless the card names another encoding. */
function decodeQuotedPrintable(text: string, charset: string): string {
  const bytes: number[] = []
  for (let index = 0; index < text.length; index++) {
    const hex = text.slice(index + 1, index + 3)
    if (text[index] === '=' && /^[0-9A-Fa-f]{2}$/.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      index += 2
    } else bytes.push(...Buffer.from(text[index]!))
  }
  const decodedBytes = Uint8Array.from(bytes)
  try {
    return new TextDecoder(charset, { fatal: true }).decode(decodedBytes)
  } catch {
    return new TextDecoder('gb18030').decode(decodedBytes)
  }
}

/** The parts of a value at its unescaped separators, without their escapes. */
export function partsOf(value: string, separator: ';' | ',' | null): string[] {
  const parts = ['']
  for (let index = 0; index < value.length; index++) {
    const letter = value[index]!
    const nextLetter = value[index + 1] ?? ''
    if (letter === '\\' && nextLetter && '\\,;:nN'.includes(nextLetter)) {
      parts[parts.length - 1] += nextLetter === 'n' || nextLetter === 'N' ? '\n' : nextLetter
      index++
    } else if (letter === separator) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}
