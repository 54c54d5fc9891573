import { assemble } from '#assembly/assemble.ts'
import { doesSign } from '#assembly/scene.ts'
import type { Sides } from '#assembly/tree.ts'
import { partyLabel } from '#assembly/words.ts'
import type { Document } from '#modules/documents/index.ts'
import type { Signable } from '#modules/imports/index.ts'

/** The signing parties, in the order of the document. */
export function signingParties({ template, answers }: Pick<Document, 'template' | 'answers'>) {
  return answers.parties.filter((party, index) => doesSign(template, party, index))
}

/** The names of the signing parties in the document, by key: 甲方 / Party A. */
export function partyLabels(document: Signable): Record<string, Sides<string>> {
  const labels = document.imported
    ? signingParties(document).map(({ key }, index) => [key, partyLabel(index)])
    : assemble(document).signatures.map(({ key, label }) => [key, label])
  return Object.fromEntries(labels)
}
