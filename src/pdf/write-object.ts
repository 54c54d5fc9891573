import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'

/**
 * The bytes of one object in a canonical form (ISO 32000-2, 7.3): numbers with the digits that were read,
 * strings in hexadecimal, dictionaries in their original order. Throws for an object that contains itself or
 * is nested deeper than `MAX_DEPTH`.
 */
export function writeObject(object: PdfObject): Uint8Array {
  if (!(object instanceof PdfStream)) return latin1(textOf(object, 0))
  const dict = new PdfDict(object)
  dict.set('Length', PdfNumber.of(object.data.length))
  return Buffer.concat([latin1(`${textOf(dict, 0)}\nstream\n`), object.data, latin1('\nendstream')])
}

/** The maximum nesting depth; readers give up earlier. */
const MAX_DEPTH = 200

function textOf(object: PdfObject, depth: number): string {
  if (depth > MAX_DEPTH) throw new Error('An object is nested too deeply')
  if (object instanceof PdfDict) return dictText(object, depth)
  if (object instanceof PdfArray)
    return `[${object
      .toArray()
      .map((item) => textOf(item, depth + 1))
      .join(' ')}]`
  if (object instanceof PdfName) return nameText(object.value)
  if (object instanceof PdfString) return `<${Buffer.from(object.bytes).toString('hex').toUpperCase()}>`
  if (object instanceof PdfNumber) return numberText(object.value)
  if (object instanceof PdfRef) return `${object.objectNumber} ${object.generation} R`
  if (object instanceof PdfBool) return String(object.value)
  return 'null'
}

const dictText = (dict: PdfDict, depth: number) =>
  `<<${[...dict].map(([key, value]) => `${nameText(key.value)} ${textOf(value, depth + 1)}`).join(' ')}>>`

/**
 * A name in the form of the lexer, with one character for each byte. Special characters are escaped, so that
 * they are not parsed as syntax.
 */
export function nameText(name: string): string {
  const bytes = Buffer.from(name, 'latin1')
  const signs = [...bytes].map((byte) => {
    const sign = String.fromCharCode(byte)
    return /[\w.+:;,@*'"!?=|~$&^-]/.test(sign) ? sign : `#${byte.toString(16).padStart(2, '0').toUpperCase()}`
  })
  return `/${signs.join('')}`
}

/** The shortest decimal with this value; PDF has no exponents. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} is not a number of a PDF`)
  const text = String(value)
  if (!text.includes('e')) return text
  return Number.isInteger(value)
    ? BigInt(value).toString()
    : value
        .toFixed(20)
        .replace(/0{1,20}$/, '')
        .replace(/\.$/, '')
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
