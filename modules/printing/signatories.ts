import type { DocumentTree, SignatureLine, SignatureNode } from '#assembly/tree.ts'
import { type GeneratedWord, word } from '#assembly/words.ts'
import type { SignatureSpot } from '#views/signature-places/plane.ts'

/** A place on a page, or the block that the document has for this signatory. */
export type PlaceChoice = SignatureSpot | 'block'

/** A person who must sign for a party. `title` may be empty. */
export interface PartySignatory {
  id: string
  party: string
  name: string
  title: string
  /** Where the person signs. Undefined: in the person's block, or at the end of a PDF without blocks. */
  spots?: PlaceChoice[]
}

/**
 * The document as sent for signature: each signatory has a block with their name. The party's own lines are
 * omitted, including the line for a seal, which would stay empty. A party in `sealedKeys` has space for its
 * seal, without a line or a label.
 */
export function withSignatories(
  tree: DocumentTree,
  signatories: PartySignatory[],
  sealedKeys: string[] = [],
): DocumentTree {
  const signatures = tree.signatures.map((node) => ({
    ...node,
    lines: sealedKeys.includes(node.key) ? [SEAL_ROOM] : [],
    signatories: signatories
      .filter(({ party }) => party === node.key)
      .map((one) => ({ id: one.id, lines: linesOf(one, node, tree) })),
  }))
  return { ...tree, signatures }
}

const NOTHING = { zh: '', en: '' }

const SEAL_ROOM: SignatureLine = { id: 'seal', label: NOTHING, value: NOTHING }

export const signsInBlock = ({ spots }: Pick<PartySignatory, 'spots'>) => !spots || spots.includes('block')

/** The lines of a signatory's block; none for a person who signs elsewhere. */
function linesOf(signatory: PartySignatory, node: SignatureNode, tree: DocumentTree): SignatureLine[] {
  const { name, title } = signatory
  const isInBlock = signsInBlock(signatory)
  const line = (id: SignatureLine['id'], value = '', label: GeneratedWord = id): SignatureLine => ({
    id,
    label: word(label, tree.languages.script),
    value: { zh: value, en: value },
  })
  const hasLine = (id: SignatureLine['id']) => node.lines.some((one) => one.id === id)
  return [
    ...(isInBlock ? [line('sign')] : []),
    line('signer', name, 'signatory'),
    ...(title ? [line('title', title)] : []),
    ...(isInBlock && hasLine('place') ? [line('place')] : []),
    ...(isInBlock && hasLine('date') ? [line('date')] : []),
  ]
}
