import { annexesOf, bodyOf, CELL_SEPARATOR, labelled, partyHeading } from '../plain.ts'
import type { ArticleNode, ClauseNode, DocumentTree, Run, Sides, TableNode } from '../tree.ts'

export type BlockKind =
  | 'title'
  | 'party'
  | 'partyLine'
  | 'recital'
  | 'article'
  | 'clause'
  | 'item'
  | 'row'
  | 'prevailing'
  | 'signature'
  | 'signatureLine'

/** A paragraph of the printed document, in each language. Its number is separate from its text. */
export interface Block {
  /** Stable between versions: the id of a clause, `part:title`, `party:a.address` or `signature:a.sign`. */
  id: string
  kind: BlockKind
  label: Sides<string>
  text: Sides<Run[]>
  /** Table rows only: the cells. Their joined texts are the text of the row. */
  cells?: BlockCell[]
  /** Whether the row is the head of the table. */
  head?: true
}

export interface BlockCell {
  text: Sides<Run[]>
  span?: number
  figures?: true
}

const NO_LABEL = { zh: '', en: '' }

const runs = (text: Sides<string>): Sides<Run[]> => ({
  zh: [{ kind: 'text', text: text.zh }],
  en: [{ kind: 'text', text: text.en }],
})

const bothSides = (make: (side: 'zh' | 'en') => string): Sides<string> => ({ zh: make('zh'), en: make('en') })

/** The blocks of a document in reading order, without parts that are left out. */
export function blocksOf(tree: DocumentTree): Block[] {
  return [
    { id: 'part:title', kind: 'title', label: NO_LABEL, text: runs(tree.title) },
    ...tree.parties.flatMap(partyBlocks),
    ...tree.recitals.flatMap((node) => clauseBlocks(node, 'recital')),
    ...bodyOf(tree).flatMap(articleBlocks),
    ...(tree.prevailing.zh
      ? [{ id: 'part:prevailing', kind: 'prevailing', label: NO_LABEL, text: runs(tree.prevailing) } as const]
      : []),
    ...tree.signatures.flatMap(signatureBlocks),
    ...annexesOf(tree).flatMap(articleBlocks),
  ]
}

function articleBlocks({ id, label, title, clauses }: ArticleNode): Block[] {
  return [
    { id, kind: 'article', label, text: runs(title) },
    ...clauses.flatMap((node) => clauseBlocks(node, 'clause')),
  ]
}

function partyBlocks({ key, label, role, name, lines }: DocumentTree['parties'][number]): Block[] {
  const head = runs(bothSides((side) => partyHeading(label[side], role[side], name[side], side)))
  return [
    { id: `party:${key}`, kind: 'party', label: NO_LABEL, text: head },
    ...lines.map((line): Block => {
      const text = runs(bothSides((side) => labelled(line.label[side], line.value[side], side)))
      return { id: `party:${key}.${line.id}`, kind: 'partyLine', label: NO_LABEL, text }
    }),
  ]
}

function clauseBlocks(node: ClauseNode, kind: 'recital' | 'clause' | 'item'): Block[] {
  if (!node.kept) return []
  const label = { zh: node.number, en: node.number }
  return [
    { id: node.id, kind, label, text: node.text },
    ...(node.table ? tableBlocks(node.table) : []),
    ...node.items.flatMap((item) => clauseBlocks(item, 'item')),
  ]
}

/** A row is identified by its id. If the columns changed, all rows count as different rows. */
function tableBlocks({ field, columns, rows }: TableNode): Block[] {
  const shape = `${field}:${columns.map(({ id }) => id).join(',')}`
  const head = columns.map(
    ({ label, figures }): BlockCell => ({ text: runs(label), ...(figures && { figures }) }),
  )
  return [
    { ...rowBlock(`${shape}.head`, head), head: true },
    ...rows.map((row, index) => {
      let columnIndex = 0
      const cells = row.cells.map(({ text, span }, place): BlockCell => {
        const { figures } = columns[columnIndex]!
        columnIndex += span ?? 1
        const isLabel = row.total && place === 0
        return { text, ...(span && { span }), ...(figures && !isLabel && { figures }) }
      })
      return rowBlock(`${shape}.${row.id || `empty-${index}`}`, cells)
    }),
  ]
}

function rowBlock(id: string, cells: BlockCell[]): Block {
  const separator: Run = { kind: 'text', text: CELL_SEPARATOR }
  const joined = (side: 'zh' | 'en') =>
    cells.flatMap(({ text }, index) => (index > 0 ? [separator, ...text[side]] : text[side]))
  return { id, kind: 'row', label: NO_LABEL, text: { zh: joined('zh'), en: joined('en') }, cells }
}

function signatureBlocks({ key, label, name, lines }: DocumentTree['signatures'][number]): Block[] {
  const head = runs(bothSides((side) => labelled(label[side], name[side], side)))
  return [
    { id: `signature:${key}`, kind: 'signature', label: NO_LABEL, text: head },
    ...lines.map((line): Block => {
      const text = runs(bothSides((side) => labelled(line.label[side], line.value[side], side)))
      return { id: `signature:${key}.${line.id}`, kind: 'signatureLine', label: NO_LABEL, text }
    }),
  ]
}
