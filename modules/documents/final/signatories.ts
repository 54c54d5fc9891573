import type { DocumentTree, SignatureLine, SignatureNode } from '../assembly/tree.ts'
import { type GeneratedWord, word } from '../assembly/words.ts'
import type { SignatureSpot } from '../imports/areas.ts'

/** Who is asked to sign, and for which party. `title` may be empty. */
export interface PartySignatory {
  id: string
  party: string
  name: string
  title: string
  /** Where they sign on a PDF that has no text of ours. */
  spot?: SignatureSpot
}

/**
 * The document as it is sent out to be signed: each signatory has a block with their name, and of the party's own
 * lines the seal alone is left.
 */
export function withSignatories(tree: DocumentTree, signatories: PartySignatory[]): DocumentTree {
  const signatures = tree.signatures.map((node) => ({
    ...node,
    lines: node.lines.filter(({ id }) => id === 'seal'),
    signatories: signatories
      .filter(({ party }) => party === node.key)
      .map((one) => ({ id: one.id, lines: linesOf(one, node, tree) })),
  }))
  return { ...tree, signatures }
}

function linesOf({ name, title }: PartySignatory, node: SignatureNode, tree: DocumentTree): SignatureLine[] {
  const line = (id: SignatureLine['id'], value = '', label: GeneratedWord = id): SignatureLine => ({
    ...{ id, label: word(label, tree.languages.script) },
    value: { zh: value, en: value },
  })
  const asked = (id: SignatureLine['id']) => node.lines.some((one) => one.id === id)
  return [
    line('sign'),
    line('signer', name, 'signatory'),
    ...(title ? [line('title', title)] : []),
    ...(asked('place') ? [line('place')] : []),
    ...(asked('date') ? [line('date')] : []),
  ]
}
