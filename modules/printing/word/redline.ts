import {
  AlignmentType,
  type FileChild,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  TableRow,
} from 'docx'
import type { Side } from '#assembly/answers.ts'
import { type ComparedRow, redlineRows, tablesIn } from '#assembly/compare/compare.ts'
import type { Redline } from '#assembly/compare/redline.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { faceOf } from './fonts.ts'
import { annexPlace, articlePlace, clausePlace, recitalPlace } from './numbering.ts'
import { packWord } from './pack.ts'
import { cellOf, columnWidths, tableOf } from './tables.ts'
import { changeMark, pieceRuns, type Tracked, tracker } from './tracked.ts'
import { trackedTable } from './tracked-table.ts'
import { numberLine, TITLE, titleSize } from './word.ts'

/**
 * Makes a Word file of two versions with tracked changes: accepting all gives the newer version, rejecting
 * all the older one. Clause numbers are not tracked, because Word computes them. A reference whose printed
 * number changed is tracked, because rejecting must restore its text.
 */
export function makeRedline(redline: Redline): Promise<Uint8Array> {
  const { before, after, note } = redline
  const rows = redlineRows(before, after, { literal: true })
  const annexes = new Set(
    [...before.articles, ...after.articles].filter(({ annex }) => annex).map(({ id }) => id),
  )
  const track = tracker(redline)
  const printedRows = rows.map(rowPrinter(after, annexes, track))
  const titles = printedRows.filter(({ row }) => isTitle(row))
  const otherRows = printedRows.filter(({ row }) => !isTitle(row))
  const children: FileChild[] = [
    ...titles.flatMap(({ paragraphs }) => paragraphs),
    ...numberLine(after),
    ...laidOut(after, otherRows, track),
    // A change at the very end of the file needs a paragraph after it to merge with.
    new Paragraph({}),
  ]
  const lists = {
    ...after,
    articles: [...after.articles, ...before.articles],
    recitals: rows.filter(({ kind }) => kind === 'recital'),
  }
  return packWord(after, { children, note, lists })
}

const isTitle = ({ kind }: ComparedRow) => kind === 'title'

interface PrintedRow {
  row: ComparedRow
  /** Set for a row of the two-language table that was added or deleted. */
  tracked: { insertion?: Tracked; deletion?: Tracked }
  /** One paragraph per printed side. */
  paragraphs: Paragraph[]
}

/** Prints the rows in order; an item always comes after its parent. */
function rowPrinter(
  { sides, languages }: DocumentTree,
  annexes: Set<string>,
  track: () => Tracked,
): (row: ComparedRow) => PrintedRow {
  const numbering = numberer(annexes)
  return (row) => {
    if (row.cells) return { row, tracked: {}, paragraphs: [] }
    const place = numbering(row)
    const paragraphs = sides.map((side, index) => {
      const heading = HEADINGS.has(row.kind)
      const face = faceOf(side, languages.script, {
        heading,
        ...(isTitle(row) && { size: titleSize(index) }),
      })
      return new Paragraph({
        ...LOOK[row.kind],
        numbering: place?.(side),
        run: changeMark(row.change, track),
        children: row.text[side].flatMap((piece) => pieceRuns(piece, face, track)),
      })
    })
    return { row, tracked: sides.length > 1 ? changeMark(row.change, track) : {}, paragraphs }
  }
}

/** Combines paragraphs or twins with the document's tables. */
function laidOut(tree: DocumentTree, printed: PrintedRow[], track: () => Tracked): FileChild[] {
  const paragraphsOf = (rowsToPrint: PrintedRow[]) =>
    tree.sides.length > 1 ? twinTable(rowsToPrint) : rowsToPrint.flatMap(({ paragraphs }) => paragraphs)
  const children: FileChild[] = []
  let untabledRows: PrintedRow[] = []
  for (const one of tablesIn(printed, ({ row }) => row)) {
    if (!Array.isArray(one)) untabledRows.push(one)
    else {
      children.push(
        ...paragraphsOf(untabledRows),
        ...trackedTable(
          tree,
          one.map(({ row }) => row),
          track,
        ),
      )
      untabledRows = []
    }
  }
  return [...children, ...paragraphsOf(untabledRows)]
}

function twinTable(printed: PrintedRow[]): FileChild[] {
  const rows = printed.map(
    ({ tracked, paragraphs }) =>
      new TableRow({ ...tracked, children: paragraphs.map((paragraph) => cellOf([paragraph])) }),
  )
  return rows.length > 0 ? [tableOf(rows, columnWidths(2))] : []
}

const HEADINGS = new Set<ComparedRow['kind']>(['title', 'party', 'article', 'signature'])

const JUSTIFIED: IParagraphOptions = { alignment: AlignmentType.BOTH }

const LOOK: Record<ComparedRow['kind'], IParagraphOptions> = {
  title: TITLE,
  party: { spacing: { before: 200 }, keepNext: true },
  partyLine: {},
  recital: JUSTIFIED,
  article: { heading: HeadingLevel.HEADING_1 },
  clause: JUSTIFIED,
  item: JUSTIFIED,
  row: {},
  prevailing: { ...JUSTIFIED, spacing: { before: 240 } },
  signature: { spacing: { before: 400 }, keepNext: true },
  signatureLine: { spacing: { before: 200 } },
}

type ListPlace = IParagraphOptions['numbering']

/** Finds the list level of each row. A deleted item is numbered under its former parent. */
function numberer(annexes: Set<string>): (row: ComparedRow) => ((side: Side) => ListPlace) | undefined {
  let recitals = 0
  const recitalIndex: Record<'before' | 'now', number | null> = { before: null, now: null }
  let placeOf: (side: Side, level: 1 | 2) => ListPlace = clausePlace
  let isUnnumbered = false
  return ({ id, kind, change, label }) => {
    if (kind === 'article') isUnnumbered = !label.zh && !label.en
    if (kind === 'recital') isUnnumbered = false
    if (isUnnumbered && (kind === 'article' || kind === 'clause' || kind === 'item')) return undefined
    if (kind === 'article') {
      const isAnnex = annexes.has(id)
      placeOf = isAnnex ? annexPlace : clausePlace
      return isAnnex ? (side) => annexPlace(side, 0) : articlePlace
    }
    if (kind === 'item') {
      const currentPlaceOf = placeOf
      const recital = recitalIndex[change === 'dropped' ? 'before' : 'now']
      return (side) => (recital === null ? currentPlaceOf(side, 2) : recitalPlace(side, recital))
    }
    if (kind !== 'clause' && kind !== 'recital') return undefined
    const place = kind === 'recital' ? recitals++ : null
    if (change !== 'added') recitalIndex.before = place
    if (change !== 'dropped') recitalIndex.now = place
    const placed = placeOf
    return kind === 'clause' ? (side) => placed(side, 1) : undefined
  }
}
