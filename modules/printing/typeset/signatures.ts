import type { Side } from '#assembly/answers.ts'
import { labelled, partyHeading } from '#assembly/plain.ts'
import type { DocumentTree, SignatureLine, SignatureNode } from '#assembly/tree.ts'
import { GREY } from './colour.ts'
import { partsAt, setText, type TypesetContext } from './context.ts'
import { heightOf, type PageRow, type PlacedLine } from './rows.ts'
import { type Block, type BlockLine, BY_HAND, BY_SIGNING, drawAbreast, setSides } from './signature-block.ts'
import { groupsOf } from './signature-columns.ts'
import { type Element, elementOf, lineOf } from './structure/element.ts'

const GUTTER = 24

/**
 * Maximum number of signatories of a party below each other; the others are beside them, with the party's
 * name repeated.
 */
const MAX_BELOW = 3

/**
 * The signature area: a block for each party, in two columns. For signing by hand, a block contains the
 * party's own lines; once the signatories are known, the lines of each signatory. Blocks are never divided,
 * and are all on one page if they fit. A page that begins within the area names the document.
 */
export function signatureRows(context: TypesetContext, tree: DocumentTree): PageRow[] {
  const { sheet } = context
  const width = (sheet.full.width - GUTTER) / 2
  const legend = legendRow(context, tree)
  const edges: [number, number] = [sheet.full.x, sheet.full.x + width + GUTTER]
  const page = sheet.height - sheet.top - sheet.bottom - heightOf(legend)
  const { elements, groups } = setGroups(context, tree, { width, edges, page })
  return groups.map(({ fixtures, height }, index) => ({
    before: index === 0 ? 28 : 20,
    cells: [],
    height,
    fixtures,
    ...(index === 0 && { elements }),
    above: [legend],
  }))
}

interface Area {
  width: number
  edges: [number, number]
  page: number
}

/** Sets the blocks. If one is higher than a page, tries again with fewer signatories below each other. */
function setGroups(context: TypesetContext, tree: DocumentTree, area: Area, max = MAX_BELOW) {
  const elements: Element[] = []
  const minHeights = tree.signatures.some(({ signatories }) => signatories) ? BY_SIGNING : BY_HAND
  const blocks = tree.signatures.flatMap((party) =>
    blocksOf(context, party, { width: area.width, elements, max }),
  )
  const drawnBlocks = pairsOf(blocks).flatMap((pair) => drawAbreast(pair, minHeights))
  if (max > 1 && drawnBlocks.some(({ height }) => height > area.page))
    return setGroups(context, tree, area, max - 1)
  return { elements, groups: groupsOf(drawnBlocks, area) }
}

interface BlockStyle {
  width: number
  /** The structure elements of all blocks, in reading order. */
  elements: Element[]
  max: number
}

function blocksOf(context: TypesetContext, party: SignatureNode, style: BlockStyle): Block[] {
  const { signatories } = party
  if (!signatories) return [byHand(context, party, style)]
  const shares = sharesOf(signatories, style.max)
  return shares.map((share, index): Block => {
    const block = newBlock(context, party, style, { label: context.sheet.blockLabel, named: index === 0 })
    // Space for a seal has no label.
    const seal = party.lines.map(({ id }) => ({ id, labels: [], values: [] }))
    const parts = share.map(({ id, lines }) => {
      const table = newElement(context, style.elements, 'Table')
      return { signatory: id, lines: lines.map((line) => setAbreast(context, line, { ...block, table })) }
    })
    return { ...block, parts: index === 0 && seal.length > 0 ? [{ lines: seal }, ...parts] : parts }
  })
}

function byHand(context: TypesetContext, party: SignatureNode, style: BlockStyle): Block {
  const block = newBlock(context, party, style, { label: context.sheet.signLabel, named: true })
  const table = newElement(context, style.elements, 'Table')
  return {
    ...block,
    parts: [{ lines: party.lines.map((line) => setTwins(context, line, { ...block, table })) }],
  }
}

/**
 * A block with its heading. `named` is false if the party's name is repeated, which makes the name an
 * artifact.
 */
function newBlock(
  context: TypesetContext,
  { key, label, name }: SignatureNode,
  { width, elements }: BlockStyle,
  { label: labelWidth, named }: { label: number; named: boolean },
): Block {
  const { size } = context.sheet.body.en
  const say = (side: Side) => partyHeading(label[side], '', name[side], side)
  const element = named ? newElement(context, elements, 'P') : undefined
  const heading = setSides(context, say, { x: 0, width, size, weight: 600, element })
  return { party: key, width, label: labelWidth, size, heading, parts: [] }
}

function newElement(context: TypesetContext, elements: Element[], role: 'P' | 'Table'): Element {
  const element = elementOf(role, context.sheet.columns[0]!.side)
  elements.push(element)
  return element
}

/** Divides a list into as few lists of at most `max` entries as possible, of nearly equal lengths. */
function sharesOf<T>(list: T[], max: number): T[][] {
  const count = Math.ceil(list.length / max)
  return Array.from({ length: count }, (_, index) =>
    list.slice(Math.ceil((index * list.length) / count), Math.ceil(((index + 1) * list.length) / count)),
  )
}

const pairsOf = <T>(list: T[]): T[][] =>
  list.flatMap((one, index) => (index % 2 === 0 ? [[one, ...list.slice(index + 1, index + 2)]] : []))

interface LineStyle {
  width: number
  size: number
  label: number
  table: Element
}

/** A line of a party's block, with its label in all languages, one below the other. */
function setTwins(
  context: TypesetContext,
  { id, label: name, value }: SignatureLine,
  room: LineStyle,
): BlockLine {
  const size = room.size - 0.8
  const say = (side: Side) => labelled(name[side], '', side)
  const line = lineOf(room.table)
  const style = { x: 0, width: room.label - 8, size, colour: GREY, element: line.label }
  return { id, labels: setSides(context, say, style), values: setValue(context, value, room, line.value) }
}

/**
 * A line of a signatory's block, with its label in all languages on one line, because there may be many
 * blocks.
 */
function setAbreast(
  context: TypesetContext,
  { id, label: name, value }: SignatureLine,
  room: LineStyle,
): BlockLine {
  const size = room.size - 0.8
  const [firstSide, ...otherSides] = context.sheet.columns.map(({ side }) => side)
  const names = [...new Set([name[firstSide ?? 'zh'], ...otherSides.map((side) => name[side])])]
  const label = labelled(names.join(' '), '', firstSide ?? 'zh')
  const style = { side: firstSide ?? 'zh', size, width: room.label - 6, justified: false }
  const line = lineOf(room.table)
  const labelStyle = { x: 0, size, colour: GREY, element: line.label }
  const labels: PlacedLine[] = partsAt(setText(context, label, style), labelStyle).flat()
  return { id, labels, values: setValue(context, value, room, line.value), element: line.value }
}

function setValue(
  context: TypesetContext,
  value: SignatureLine['value'],
  style: LineStyle,
  element: Element,
): PlacedLine[] {
  const valueStyle = { x: style.label, width: style.width - style.label, size: style.size - 0.8, element }
  return setSides(context, (side) => value[side], valueStyle)
}

/** The line at the head of a page that contains only signatures. */
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
  return { before: 0, cells: [{ size, leading: size * 1.6, lines: parts }], isIndivisible: true }
}
