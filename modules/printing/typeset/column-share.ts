import type { Side } from '#assembly/answers.ts'
import { runsText } from '#assembly/plain.ts'
import type { ClauseNode, DocumentTree } from '#assembly/tree.ts'
import { fontGlyphsOf } from './fonts/font-glyphs.ts'
import { type Sheet, sheetFor } from './styles.ts'

/** The shares that the first of two columns may take. */
const SHARES = [0.45, 0.46, 0.47, 0.48, 0.49, 0.5, 0.51, 0.52, 0.53, 0.54, 0.55]
const EVEN_SHARE = 0.5
/** Columns become uneven only if the text gets shorter by at least this share. */
const MIN_GAIN = 0.015
/** Factor for the blank space at line ends. */
const LINE_END_FACTOR: Record<Side, number> = { zh: 1.02, en: 1.04 }

type Columns = Pick<DocumentTree, 'languages' | 'sides' | 'parties' | 'recitals' | 'articles'>

/**
 * The page layout of a document. Its two columns are divided so that the clauses take the least height,
 * according to the measured lengths of their texts: Chinese needs about four fifths of the space of English.
 */
export function sheetOf(tree: Columns): Sheet {
  const evenSheet = sheetFor(tree.languages, tree.sides)
  if (tree.sides.length !== 2) return evenSheet
  const rows = rowsOf(tree, evenSheet)
  const sheets = SHARES.map((share) => sheetFor(tree.languages, tree.sides, share))
  const heights = sheets.map((sheet) =>
    dividesValue(tree, sheet, evenSheet) ? Number.POSITIVE_INFINITY : heightWith(rows, sheet),
  )
  const minHeight = Math.min(...heights)
  const evenHeight = heights[SHARES.indexOf(EVEN_SHARE)]!
  return minHeight > evenHeight * (1 - MIN_GAIN) ? evenSheet : sheets[heights.indexOf(minHeight)]!
}

const HAN = /\p{Script=Han}/u

/** Whether an address or number of a party that fits in an even column would be broken in this one. */
function dividesValue(tree: Columns, sheet: Sheet, evenSheet: Sheet): boolean {
  const size = sheet.body.en.size
  return sheet.columns.some(({ side, width }, index) => {
    const findGlyph = fontGlyphsOf({ side, script: tree.languages.script, weight: 400 })
    const label = sheet.label[side]
    return tree.parties
      .flatMap(({ lines }) => lines.flatMap(({ value }) => value[side].split(/\s/)))
      .filter((word) => !HAN.test(word))
      .map((word) => size * lengthIn(word, findGlyph))
      .some((length) => length > width - label && length <= evenSheet.columns[index]!.width - label)
  })
}

/**
 * A clause or table line in both languages: the length of each text in points, and the indent of the texts
 * or the table's values.
 */
interface Row {
  lengths: number[]
  indent: number
}

function rowsOf(tree: Columns, sheet: Sheet): Row[] {
  const { clause: hang, item } = sheet.hang
  const lengthOf = new Map(
    tree.sides.map((side) => {
      const findGlyph = fontGlyphsOf({ side, script: tree.languages.script, weight: 400 })
      const { size } = sheet.body[side]
      return [side, (text: string) => size * lengthIn(text, findGlyph)] as const
    }),
  )
  const rowOf = ({ text }: ClauseNode, indent: number): Row => ({
    lengths: tree.sides.map((side) => lengthOf.get(side)!(runsText(text[side]))),
    indent,
  })
  const names = tree.parties.flatMap(({ name, lines }) => [name, ...lines.map(({ value }) => value)])
  const table = names.map(
    (text): Row => ({
      lengths: tree.sides.map((side) => lengthOf.get(side)!(text[side])),
      indent: sheet.label.zh,
    }),
  )
  const articles = tree.articles.filter(({ kept }) => kept)
  const clauses = [...tree.recitals, ...articles.flatMap((article) => article.clauses)]
    .filter(({ kept }) => kept)
    .flatMap((clause) => [
      rowOf(clause, clause.number ? hang : 0),
      ...clause.items.filter(({ kept }) => kept).map((one) => rowOf(one, hang + item)),
    ])
  return [...table, ...clauses]
}

function lengthIn(text: string, findGlyph: ReturnType<typeof fontGlyphsOf>): number {
  let length = 0
  for (const character of text) length += findGlyph(character.codePointAt(0)!)?.width ?? 0
  return length
}

function heightWith(rows: Row[], { columns, body }: Sheet): number {
  let height = 0
  for (const { lengths, indent } of rows) {
    const heights = columns.map(({ side, width }, index) => {
      const lines = Math.ceil((lengths[index]! * LINE_END_FACTOR[side]) / (width - indent))
      return Math.max(1, lines) * body[side].leading
    })
    height += Math.max(...heights)
  }
  return height
}
