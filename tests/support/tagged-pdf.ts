import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib'

/** A text with the tags around it. */
export interface TaggedElement {
  role: string
  lang: string
  text: string
}

const name = (key: string) => PDFName.of(key)
const nameIn = (dict: PDFDict, key: string) => dict.lookupMaybe(name(key), PDFName)?.decodeText()
// Later revisions write all strings in hexadecimal.
const langIn = (dict: PDFDict) => dict.lookupMaybe(name('Lang'), PDFString, PDFHexString)?.decodeText()
const textIn = (stream: PDFStream) => {
  const filtered = stream.dict.has(name('Filter'))
  return Buffer.from(filtered ? inflateSync(stream.getContents()) : stream.getContents()).toString('latin1')
}

/** A marked-content sequence: its character codes in hexadecimal, by font. */
interface Sequence {
  id: number
  codes: { font: string; hex: string }[]
}

const TOKEN =
  /<<|>>|<[\da-fA-F]*>|\((?:\\.|[^\\)])*\)|\[|\]|\/[^\s/<>[\]()]*|[-+.\d]+(?=[\s\]>/<[]|$)|[A-Za-z'"*]+/g
const SHOWS = new Set(['Tj', 'TJ', 'S', 's', 'f', 'F', 'f*', 'B', 'b', 'Do', 'sh'])

const hexOf = (written: string) =>
  Buffer.from(
    written.replace(/\\(.)/g, (_, sign) => (sign === 'r' ? '\r' : sign)),
    'latin1',
  ).toString('hex')

/** Reads a content stream; `faults` collects content that is neither tagged nor an artifact. */
function sequencesOf(content: string, page: number, faults: string[]): Sequence[] {
  const sequences: Sequence[] = []
  const openSequences: (Sequence | 'artifact' | 'other')[] = []
  let operands: string[] = []
  let font = ''
  for (const [token] of content.matchAll(TOKEN)) {
    if (!/^[A-Za-z'"]/.test(token)) {
      operands.push(token)
      continue
    }
    if (token === 'BDC' || token === 'BMC') {
      const id = /\/MCID (\d+)/.exec(operands.join(' '))?.[1]
      const sequence = { id: Number(id), codes: [] }
      if (id) sequences.push(sequence)
      if (openSequences.length > 0) faults.push(`page ${page}: marked content within marked content`)
      openSequences.push(id ? sequence : operands[0] === '/Artifact' ? 'artifact' : 'other')
    } else if (token === 'EMC') {
      if (!openSequences.pop()) faults.push(`page ${page}: an end without a beginning`)
    } else if (token === 'Tf') font = operands.at(-2)!.slice(1)
    else if (SHOWS.has(token)) {
      const inside = openSequences.at(-1)
      if (!inside || inside === 'other')
        faults.push(`page ${page}: ${token} is neither tagged nor an artifact`)
      else if (inside !== 'artifact')
        for (const operand of operands)
          if (operand.startsWith('(')) inside.codes.push({ font, hex: hexOf(operand.slice(1, -1)) })
    }
    operands = []
  }
  if (openSequences.length > 0) faults.push(`page ${page}: marked content does not end`)
  return sequences
}

/** The character of each code, for each font of a page. */
function readFonts(resources: PDFDict): Map<string, Map<string, string>> {
  const fonts = resources.lookup(name('Font'), PDFDict)
  return new Map(
    fonts.entries().map(([key]) => {
      const cmap = textIn(fonts.lookup(key, PDFDict).lookup(name('ToUnicode'), PDFStream))
      const pairs = [...cmap.matchAll(/^<([\da-f]{4})> <([\da-f]+)>$/gm)].map(
        ([, code, units]) => [code!, Buffer.from(units!, 'hex').swap16().toString('utf16le')] as const,
      )
      return [key.decodeText(), new Map(pairs)]
    }),
  )
}

const PARENTS: Record<string, string[]> = {
  LI: ['L'],
  Lbl: ['LI'],
  LBody: ['LI'],
  TR: ['Table'],
  TH: ['TR'],
  TD: ['TR'],
  Span: ['H1', 'H2', 'P', 'TH', 'TD', 'LBody'],
}
const ROLES = new Set(['Document', 'H1', 'H2', 'H3', 'P', 'L', 'Table', 'Form', ...Object.keys(PARENTS)])

/**
 * Reads a tagged PDF by its structure, and reports violations of ISO 14289-1 that a program can find: the
 * Matterhorn Protocol's conditions on content, structure, headings, tables, lists, language and metadata.
 */
export function readTagged(pdf: PDFDocument): { elements: TaggedElement[]; faults: string[] } {
  const { catalog, context } = pdf
  const faults: string[] = []
  const must = (condition: unknown, fault: string) => {
    if (!condition) faults.push(fault)
  }
  const root = catalog.lookupMaybe(name('StructTreeRoot'), PDFDict)
  must(
    catalog.lookupMaybe(name('MarkInfo'), PDFDict)?.get(name('Marked'))?.toString() === 'true',
    'not marked',
  )
  must(/^(zh-Han[st]|en)$/.test(langIn(catalog) ?? ''), 'the document has no language')
  const preferences = catalog.lookupMaybe(name('ViewerPreferences'), PDFDict)
  must(preferences?.get(name('DisplayDocTitle'))?.toString() === 'true', 'the title is not displayed')
  const metadata = catalog.lookupMaybe(name('Metadata'), PDFStream)
  must(metadata && /<dc:title><rdf:Alt><rdf:li/.test(textIn(metadata)), 'no title in the metadata')
  if (!root) return { elements: [], faults: [...faults, 'no structure'] }

  const pages = pdf.getPages()
  const leaves = root.lookup(name('ParentTree'), PDFDict).lookup(name('Kids'), PDFArray).asArray()
  const nums = leaves.flatMap((leaf) =>
    context.lookup(leaf, PDFDict).lookup(name('Nums'), PDFArray).asArray(),
  )
  const drawnSequences = pages.map(({ node }, page) => {
    const sequences = sequencesOf(textIn(node.lookup(name('Contents'), PDFStream)), page + 1, faults)
    const ids = sequences.map(({ id }) => id)
    must(new Set(ids).size === ids.length, `page ${page + 1}: a number is used twice`)
    const key = node.lookupMaybe(name('StructParents'), PDFNumber)?.asNumber()
    const index = nums.findIndex((item, at) => at % 2 === 0 && item.toString() === `${key}`)
    const parents = index < 0 ? [] : (nums[index + 1] as PDFArray).asArray()
    must(
      parents.length === ids.length,
      `page ${page + 1}: ${ids.length} sequences, ${parents.length} parents`,
    )
    must(nameIn(node, 'Tabs') === 'S', `page ${page + 1}: tabs do not follow the structure`)
    const fonts = readFonts(node.Resources()!)
    const texts = sequences.map(({ id, codes }) => {
      const letters = codes.flatMap(({ font, hex }) =>
        (hex.match(/.{4}/g) ?? []).map((code) => fonts.get(font)?.get(code)),
      )
      must(!letters.includes(undefined), `page ${page + 1}: a code without a character`)
      return [id, letters.join('')] as const
    })
    return { texts: new Map(texts), parents }
  })

  const elements: TaggedElement[] = []
  const seenTexts = new Set<string>()
  let level = 0
  const visit = (ref: PDFRef, parent: { ref: PDFRef; role: string; lang: string }) => {
    const dict = context.lookup(ref, PDFDict)
    const role = nameIn(dict, 'S') ?? ''
    const lang = langIn(dict) ?? parent.lang
    must(ROLES.has(role), `${ref}: the role ${role} is not known`)
    must(!PARENTS[role] || PARENTS[role].includes(parent.role), `${ref}: ${role} within ${parent.role}`)
    must(dict.get(name('P')) === parent.ref, `${ref}: its parent is another`)
    must(/^(zh-Han[st]|en)$/.test(lang), `${ref}: no language`)
    if (/^H\d$/.test(role)) {
      must(Number(role[1]) <= level + 1, `${ref}: ${role} after level ${level}`)
      level = Number(role[1])
    }
    const attribute = dict.lookupMaybe(name('A'), PDFDict)
    must(role !== 'TH' || (attribute && nameIn(attribute, 'Scope')), `${ref}: TH without a scope`)
    must(role !== 'L' || (attribute && nameIn(attribute, 'ListNumbering')), `${ref}: L without a numbering`)
    const kids = dict.lookup(name('K'))
    const list = kids instanceof PDFArray ? kids.asArray() : dict.has(name('K')) ? [dict.get(name('K'))!] : []
    must(list.length > 0 || role === 'TD', `${ref}: ${role} is empty`)
    let ownText = ''
    const flush = () => {
      if (ownText) elements.push({ role, lang, text: ownText })
      ownText = ''
    }
    for (const kid of list) {
      if (kid instanceof PDFRef) {
        flush()
        visit(kid, { ref, role, lang })
        continue
      }
      if (kid instanceof PDFDict && nameIn(kid, 'Type') === 'OBJR') {
        flush()
        const widget = kid.lookup(name('Obj'), PDFDict)
        elements.push({ role, lang, text: widget.lookup(name('Contents'), PDFHexString).decodeText() })
        continue
      }
      const [at, id] =
        kid instanceof PDFDict
          ? [kid.get(name('Pg')), kid.lookup(name('MCID'), PDFNumber).asNumber()]
          : [dict.get(name('Pg')), (kid as PDFNumber).asNumber()]
      const page = pages.findIndex((one) => one.ref === at)
      const text = drawnSequences[page]?.texts.get(id)
      must(text !== undefined, `${ref}: sequence ${id} is not on page ${page + 1}`)
      must(
        drawnSequences[page]?.parents[id] === ref,
        `${ref}: sequence ${id} of page ${page + 1} has another parent`,
      )
      must(!seenTexts.has(`${page} ${id}`), `${ref}: sequence ${id} of page ${page + 1} is read twice`)
      seenTexts.add(`${page} ${id}`)
      ownText += text
    }
    flush()
    if (role === 'Table') must(isRegular(dict), `${ref}: the lines of the table differ`)
  }
  const spanOf = (cell: PDFDict) => {
    const span = cell.lookupMaybe(name('A'), PDFDict)?.lookupMaybe(name('ColSpan'), PDFNumber)
    return span?.asNumber() ?? 1
  }
  const isRegular = (table: PDFDict) => {
    const lines = table.lookup(name('K'))
    const counts = (lines instanceof PDFArray ? lines.asArray() : [table.get(name('K'))!]).map((line) => {
      const cells = context.lookup(line as PDFRef, PDFDict).lookup(name('K'))
      const allCells = cells instanceof PDFArray ? cells.asArray() : [cells as PDFRef]
      return allCells.reduce((sum, cell) => sum + spanOf(context.lookup(cell as PDFRef, PDFDict)), 0)
    })
    return new Set(counts).size === 1
  }
  const top = root.get(name('K')) as PDFRef
  const rootRef = catalog.get(name('StructTreeRoot')) as PDFRef
  visit(top, { ref: rootRef, role: '', lang: langIn(catalog) ?? '' })
  const count = drawnSequences.reduce((sum, { texts }) => sum + texts.size, 0)
  must(seenTexts.size === count, `${count} sequences are drawn, ${seenTexts.size} are read`)
  must(
    elements.some(({ role }) => role === 'H1'),
    'no title among the headings',
  )
  return { elements, faults }
}

export const openTagged = (bytes: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(bytes, { updateMetadata: false })
