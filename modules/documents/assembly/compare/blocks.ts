import { annexesOf, bodyOf, labelled, partyHeading } from '../plain.ts'
import type { ArticleNode, ClauseNode, DocumentTree, Run, Sides } from '../tree.ts'

export type BlockKind =
  | 'title'
  | 'party'
  | 'partyLine'
  | 'recital'
  | 'article'
  | 'clause'
  | 'item'
  | 'prevailing'
  | 'signature'
  | 'signatureLine'

/** What a document prints as one paragraph, in each language; its number is not part of its text. */
export interface Block {
  /** Stays the same from version to version: a clause's id, `part:title`, `party:a.address`, `signature:a.sign`. */
  id: string
  kind: BlockKind
  label: Sides<string>
  text: Sides<Run[]>
}

const NONE = { zh: '', en: '' }

const runs = (text: Sides<string>): Sides<Run[]> => ({
  zh: [{ kind: 'text', text: text.zh }],
  en: [{ kind: 'text', text: text.en }],
})

const each = (make: (side: 'zh' | 'en') => string): Sides<string> => ({ zh: make('zh'), en: make('en') })

/** The blocks of a document in reading order; what is left out is not among them. */
export function blocksOf(tree: DocumentTree): Block[] {
  return [
    { id: 'part:title', kind: 'title', label: NONE, text: runs(tree.title) },
    ...tree.parties.flatMap(partyBlocks),
    ...tree.recitals.flatMap((node) => clauseBlocks(node, 'recital')),
    ...bodyOf(tree).flatMap(articleBlocks),
    ...(tree.prevailing.zh
      ? [{ id: 'part:prevailing', kind: 'prevailing', label: NONE, text: runs(tree.prevailing) } as const]
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
  const head = runs(each((side) => partyHeading(label[side], role[side], name[side], side)))
  return [
    { id: `party:${key}`, kind: 'party', label: NONE, text: head },
    ...lines.map((line): Block => {
      const text = runs(each((side) => labelled(line.label[side], line.value[side], side)))
      return { id: `party:${key}.${line.id}`, kind: 'partyLine', label: NONE, text }
    }),
  ]
}

function clauseBlocks(node: ClauseNode, kind: 'recital' | 'clause' | 'item'): Block[] {
  if (!node.kept) return []
  const label = { zh: node.number, en: node.number }
  return [
    { id: node.id, kind, label, text: node.text },
    ...node.items.flatMap((item) => clauseBlocks(item, 'item')),
  ]
}

function signatureBlocks({ key, label, name, lines }: DocumentTree['signatures'][number]): Block[] {
  const head = runs(each((side) => labelled(label[side], name[side], side)))
  return [
    { id: `signature:${key}`, kind: 'signature', label: NONE, text: head },
    ...lines.map((line): Block => {
      const text = runs(each((side) => labelled(line.label[side], line.value[side], side)))
      return { id: `signature:${key}.${line.id}`, kind: 'signatureLine', label: NONE, text }
    }),
  ]
}
