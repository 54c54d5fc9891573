import { deflateSync } from 'node:zlib'
import type { Dice } from './document.ts'
import { latin, type OddDocument, type Part } from './parts.ts'

/** Oddities of a document's syntax. */
export const STRUCTURE_ODDITIES = [
  'xrefStream',
  'objectStreams',
  'hybrid',
  'update',
  'twoUpdates',
  'doubledSame',
  'doubledOther',
  'commentsBetween',
  'commentsWithin',
  'carriageReturns',
  'twoSpaces',
  'tabs',
  'leadingZeros',
  'generation',
  'gaps',
  'spaceBeforeXref',
  'commentBeforeXref',
  'junkBefore',
  'junkBehind',
  'startxrefOff',
  'prevZero',
  'shortEntries',
  'lengthIndirect',
  'lengthWrong',
  'unreferenced',
] as const
export type StructureOddity = (typeof STRUCTURE_ODDITIES)[number]

interface Entry {
  number: number
  at: number
  generation: number
}

/** The bytes of a document, written with these oddities. */
export function writeOdd(
  { parts, pages, trailer }: OddDocument,
  odd: ReadonlySet<string>,
  dice: Dice,
): Buffer {
  const has = (...names: StructureOddity[]) => names.some((name) => odd.has(name))
  const allParts = new Map(parts)
  if (has('unreferenced')) allParts.set(80, '<< /Type /Page /MediaBox [0 0 9 9] >>')
  const file = new Writer(has, dice)
  file.write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const packed = has('objectStreams', 'hybrid') ? packable(allParts) : new Map<number, string>()
  for (const [number, part] of allParts) if (!packed.has(number)) file.object(number, part)
  if (has('doubledOther')) file.doubled(pages[0]!, otherPage(allParts.get(pages[0]!)!))
  file.section(allParts, packed, trailer, null)
  const updateCount = has('twoUpdates') ? 2 : has('update') ? 1 : 0
  for (let round = 0; round < updateCount; round++) {
    const extra = new Map<number, Part>([[90 + round, `<< /Round ${round} >>`]])
    for (const [number, part] of extra) file.object(number, part)
    file.section(extra, new Map(), trailer, file.lastSection)
  }
  if (has('junkBehind')) file.write('<html>behind</html>\n')
  const bytes = Buffer.concat(file.chunks)
  return has('junkBefore') ? Buffer.concat([latin('\xef\xbb\xbf\n'), bytes]) : bytes
}

/** The content of another version of a page. */
const otherPage = (part: Part): Part =>
  typeof part === 'string' ? part.replace(/\/Contents \d+ 0 R/, '/Contents null') : part

function packable(parts: Map<number, Part>): Map<number, string> {
  const texts = [...parts].filter((entry): entry is [number, string] => typeof entry[1] === 'string')
  return new Map(texts.filter(([number]) => number !== 1))
}

class Writer {
  chunks: Buffer[] = []
  at = 0
  lastSection = 0
  #entries: Entry[] = []
  #has: (...names: StructureOddity[]) => boolean
  #dice: Dice
  #next = 100

  constructor(has: (...names: StructureOddity[]) => boolean, dice: Dice) {
    this.#has = has
    this.#dice = dice
  }

  write(text: string | Buffer) {
    const bytes = typeof text === 'string' ? latin(text) : text
    this.chunks.push(bytes)
    this.at += bytes.length
  }

  object(number: number, part: Part) {
    if (this.#has('commentsBetween')) this.write(`% 1 0 obj ${this.#dice(1000)}\n`)
    const generation = this.#has('generation') && number === 5 ? 0 : 0
    this.#entries.push({ number, at: this.at, generation })
    this.write(this.#head(number))
    this.write(this.#body(part))
    this.write('\nendobj\n')
  }

  #head(number: number): string {
    const shownNumber = this.#has('leadingZeros') ? String(number).padStart(5, '0') : String(number)
    const space = this.#has('twoSpaces') ? '  ' : this.#has('tabs') ? '\t' : ' '
    return `${shownNumber}${space}0 obj${this.#has('carriageReturns') ? '\r' : '\n'}`
  }

  #body(part: Part): Buffer {
    if (typeof part === 'string')
      return latin(this.#has('commentsWithin') ? part.replace('<<', '<< % within >>\n') : part)
    const length = this.#has('lengthWrong') ? part.data.length - 3 : part.data.length
    const shownLength = this.#has('lengthIndirect') ? this.#indirect(length) : String(length)
    const line = this.#has('carriageReturns') ? '\r\n' : '\n'
    return Buffer.concat([
      latin(`<< ${part.entries} /Length ${shownLength} >>\nstream${line}`),
      part.data,
      latin('\nendstream'),
    ])
  }

  #waiting: [number, string][] = []

  #indirect(length: number): string {
    const number = this.#next++
    this.#waiting.push([number, String(length)])
    return `${number} 0 R`
  }

  doubled(number: number, part: Part) {
    this.object(number, part)
  }

  section(parts: Map<number, Part>, packed: Map<number, string>, trailer: string, previous: number | null) {
    for (const [number, text] of this.#waiting.splice(0)) this.object(number, text)
    const pack = packed.size ? this.#pack(packed) : null
    if (this.#has('spaceBeforeXref')) this.write('\n \r\n')
    const pointed = this.at
    if (this.#has('commentBeforeXref')) this.write('% table\n')
    const before = previous === null ? (this.#has('prevZero') ? '/Prev 0' : '') : `/Prev ${previous}`
    const trailerEntries = `/Root 1 0 R ${trailer} ${before}`
    const asStream = this.#has('xrefStream') || (pack !== null && !this.#has('hybrid'))
    if (asStream) this.#streamSection(packed, pack, trailerEntries)
    else if (pack !== null) {
      const hiddenOffset = this.at
      this.#streamSection(packed, pack, '/Root 1 0 R', true)
      const table = this.at
      this.#table(`${trailerEntries} /XRefStm ${hiddenOffset}`)
      this.#end(table)
      return
    } else this.#table(trailerEntries)
    this.#end(pointed)
    void parts
  }

  #end(pointed: number) {
    this.lastSection = pointed
    this.#entries = []
    this.write(`startxref\n${this.#has('startxrefOff') ? pointed - 1 : pointed}\n%%EOF\n`)
  }

  #table(rest: string) {
    const entries = [...this.#entries].sort((one, other) => one.number - other.number)
    const size = Math.max(120, ...entries.map(({ number }) => number + 1))
    const lines = entries.map(({ number, at, generation }) => this.#rows(number, at, generation))
    const freeEntries = this.#has('gaps') ? '3 1\n0000000000 00001 f \n' : ''
    this.write(
      `xref\n0 1\n0000000000 65535 f \n${freeEntries}${lines.join('')}trailer\n<< /Size ${size} ${rest} >>\n`,
    )
  }

  #rows(number: number, at: number, generation: number): string {
    const lineEnd = this.#has('shortEntries') ? '\n' : ' \n'
    const row = `${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} n${lineEnd}`
    return this.#has('doubledSame') && number === 2
      ? `${number} 1\n${row}${number} 1\n${row}`
      : `${number} 1\n${row}`
  }

  #pack(packed: Map<number, string>): number {
    const number = this.#next++
    const texts = [...packed.values()].map((text) => `${text}\n`)
    let at = 0
    const heads = [...packed.keys()].map((key, index) => {
      const head = `${key} ${at}`
      at += texts[index]!.length
      return head
    })
    const first = `${heads.join(' ')} `
    const data = deflateSync(latin(first + texts.join('')))
    this.object(number, {
      entries: `/Type /ObjStm /N ${packed.size} /First ${first.length} /Filter /FlateDecode`,
      data,
    })
    return number
  }

  #streamSection(packed: Map<number, string>, pack: number | null, rest: string, hiddenOnly = false) {
    const number = this.#next++
    const rows: [number, number[]][] = hiddenOnly
      ? []
      : this.#entries.map((entry) => [entry.number, [1, entry.at, entry.generation]])
    for (const [index, key] of [...packed.keys()].entries()) rows.push([key, [2, pack!, index]])
    if (!hiddenOnly) rows.push([number, [1, this.at, 0]])
    rows.sort(([one], [other]) => one - other)
    const data = Buffer.concat(
      rows.map(([, [kind = 0, where = 0, last = 0]]) => {
        const row = Buffer.alloc(6)
        row.writeUInt8(kind, 0)
        row.writeUInt32BE(where, 1)
        row.writeUInt8(last, 5)
        return row
      }),
    )
    const index = rows.map(([key]) => `${key} 1`).join(' ')
    const entries = `/Type /XRef /Size 130 /W [1 4 1] /Index [${index}] ${rest}`
    this.write(`${number} 0 obj\n<< ${entries} /Length ${data.length} >>\nstream\n`)
    this.write(data)
    this.write('\nendstream\nendobj\n')
  }
}
