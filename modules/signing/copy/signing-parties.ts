import { doesSign } from '#assembly/scene.ts'
import type { Document } from '#modules/documents/index.ts'

/** The signing parties of the document, in the order of the document. */
export function signingParties({ template, answers }: Pick<Document, 'template' | 'answers'>) {
  return answers.parties.filter((party, index) => doesSign(template, party, index))
}
