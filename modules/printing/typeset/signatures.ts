import type { Side } from '#assembly/answers.ts'
import { labelled, partyHeading } from '#assembly/plain.ts'
import type { DocumentTree, SignatureLine, SignatureNode } from '#assembly/tree.ts'
import { GREY } from './colour.ts'
import { partsAt, setText, type TypesetContext } from './context.ts'
import type { PageRow, PlacedLine } from './rows.ts'
import { type Block, BY_HAND, BY_SIGNING, drawSideBySide, setSides } from './signature-block.ts'
import { type Element, elementOf, lineOf } from './structure/element.ts'

const BETWEEN = 24

/**
 * The signature area; no block is divided. For signing by hand, the parties are in two columns; once the
 * signatories are known, each has a block below the name of their party. A page that begins within the area
 * names its document.
 */
export function signatureRows(context: TypesetContext, tree: DocumentTree): PageRow[] {
  const rows = tree.signatures.some(({ signatories }) => signatories)
    ? tree.signatures.flatMap((party) => signatoryRows(context, party))
    : partyRows(context, tree.signatures)
  const legend = legendRow(context, tree)
  return rows.map((row) => ({ ...row, above: [legend, ...(row.above ?? [])] }))
}

function partyRows(context: TypesetContext, parties: SignatureNode[]): PageRow[] {
  return pairsOf(parties).map((pair) => {
    const elements: Element[] = []
    const blocks = pair.map((party, place): Block => {
      const { x, width, size } = halfOf(context, place)
      const say = (side: Side) => partyHeading(party.label[side], '', party.name[side], side)
      const head = newElement(context, 'P')
      const table = newElement(context, 'Table')
      elements.push(head, table)
      const heading = setSides(context, say, { x, width, size, weight: 600, element: head })
      const label = context.sheet.signLabel
      const lines = party.lines.map((line) => setTwins(context, line, { x, width, size, label, table }))
      return { party: party.key, x, width, label, size, heading, lines }
    })
    const { fixtures, height } = drawSideBySide(blocks, BY_HAND)
    return { before: 30, cells: [], height, fixtures, elements }
  })
}

/** The party's name, then its signatories in two columns, with the room for its seal beside the first. */
function signatoryRows(context: TypesetContext, party: SignatureNode): PageRow[] {
  const [first, ...others] = party.signatories ?? []
  const seal = party.lines.length > 0 ? [{ lines: party.lines }] : []
  const cells: { id?: string; lines: SignatureLine[] }[] = first ? [first, ...seal, ...others] : []
  const heading = headingRow(context, party)
  const rows = pairsOf(cells).map((pair): PageRow => {
    const elements: Element[] = []
    const blocks = pair.map((cell, place): Block => {
      const { x, width, size } = halfOf(context, place)
      const label = context.sheet.blockLabel
      const block = { party: party.key, x, width, label, size, heading: [] }
      // The room for a seal has no words.
      if (!cell.id) return { ...block, lines: cell.lines.map(({ id }) => ({ id, labels: [], values: [] })) }
      const table = newElement(context, 'Table')
      elements.push(table)
      const lines = cell.lines.map((line) => setAbreast(context, line, { x, width, size, label, table }))
      return { ...block, signatory: cell.id, lines }
    })
    // A seal is placed beside a signature and shares no line with it.
    const apart = blocks.filter((one) => !one.signatory)
    const abreast = blocks.filter((one) => one.signatory)
    const drawn = [apart, abreast].map((group) => drawSideBySide(group, BY_SIGNING))
    const height = Math.max(...drawn.map((group) => group.height))
    const fixtures = drawn.flatMap((group) => group.fixtures)
    return { before: 16, cells: [], height, fixtures, elements, above: [{ ...heading, before: 16 }] }
  })
  return rows.length > 0 ? [heading, { ...rows[0]!, before: 6, above: [] }, ...rows.slice(1)] : []
}

function headingRow(context: TypesetContext, party: SignatureNode): PageRow {
  const { size } = context.sheet.body.en
  const say = (side: Side) => partyHeading(party.label[side], '', party.name[side], side)
  const element = newElement(context, 'P')
  const parts = setSides(context, say, { ...context.sheet.full, size, weight: 600, element })
  const cells = [{ size, leading: size * 1.55, lines: parts.map((part) => [part]) }]
  return { before: 28, cells, keepWithNext: true, whole: true, elements: [element] }
}

const newElement = (context: TypesetContext, role: 'P' | 'Table') =>
  elementOf(role, context.sheet.columns[0]!.side)

function pairsOf<T>(list: T[]): T[][] {
  return list.flatMap((one, index) => (index % 2 === 0 ? [[one, ...list.slice(index + 1, index + 2)]] : []))
}

function halfOf({ sheet }: TypesetContext, place: number) {
  const width = (sheet.full.width - BETWEEN) / 2
  return { x: sheet.full.x + place * (width + BETWEEN), width, size: sheet.body.en.size }
}

interface Room {
  x: number
  width: number
  size: number
  label: number
  table: Element
}

/** A line of a party's block, with the label in each language, one below the other. */
function setTwins(context: TypesetContext, { id, label: name, value }: SignatureLine, room: Room) {
  const size = room.size - 0.8
  const say = (side: Side) => labelled(name[side], '', side)
  const line = lineOf(room.table)
  const style = { x: room.x, width: room.label - 8, size, colour: GREY, element: line.label }
  return { id, labels: setSides(context, say, style), values: setValue(context, value, room, line.value) }
}

/**
 * A line of a signatory's block, with the label in all languages on one line, since there may be many blocks.
 */
function setAbreast(context: TypesetContext, { id, label: name, value }: SignatureLine, room: Room) {
  const size = room.size - 0.8
  const [first, ...others] = context.sheet.columns.map(({ side }) => side)
  const names = [...new Set([name[first ?? 'zh'], ...others.map((side) => name[side])])]
  const label = labelled(names.join(' '), '', first ?? 'zh')
  const style = { side: first ?? 'zh', size, width: room.label - 6, justified: false }
  const line = lineOf(room.table)
  const place = { x: room.x, size, colour: GREY, element: line.label }
  const labels: PlacedLine[] = partsAt(setText(context, label, style), place).flat()
  return { id, labels, values: setValue(context, value, room, line.value), element: line.value }
}

function setValue(
  context: TypesetContext,
  value: SignatureLine['value'],
  room: Room,
  element: Element,
): PlacedLine[] {
  const place = { x: room.x + room.label, width: room.width - room.label, size: room.size - 0.8, element }
  return setSides(context, (side) => value[side], place)
}

/** The line at the head of a page that holds only signatures. */
function legendRow(context: TypesetContext, { sides, title, number, languages }: DocumentTree): PageRow {
  const { size } = context.sheet.body.en
  const zh =
    languages.script === 'Hant'
      ? `（本頁無正文，為《${title.zh}》${number && `（編號：${number}）`}之簽署頁）`
      : `（本页无正文，为《${title.zh}》${number && `（编号：${number}）`}之签署页）`
  const en = `(Signature page of ${title.en}${number && `, No. ${number}`})`
  const { x, width } = context.sheet.full
  const lines = sides.flatMap((side) =>
    setText(context, side === 'zh' ? zh : en, { side, size, width, justified: false }),
  )
  const parts = lines.map((line) => [{ line, x: x + (width - line.width * size) / 2, size }])
  return { before: 0, cells: [{ size, leading: size * 1.6, lines: parts }], whole: true }
}
