import type { LanguageChoice } from '../assembly/answers.ts'
import { assemble } from '../assembly/assemble.ts'
import type { Document } from '../document.ts'
import { printDocument } from '../typeset/pdf-worker.ts'
import type { SignaturePlace } from '../typeset/typeset.ts'
import { type PartySignatory, withSignatories } from './signatories.ts'
import { markOn } from './watermarks.ts'

/** What there is to know of the file that is sent out to be signed, besides its bytes. */
export interface SigningCopy {
  languages: LanguageChoice
  pages: number
  places: SignaturePlace[]
  /** It was imported: there is no text of ours to show beside it. */
  imported?: true
}

/**
 * Prints a finalised document as it is sent out to be signed: the same text, with a block for each signatory, so
 * that the first signature covers them all.
 */
export async function printSigningCopy(
  document: Document,
  signatories: PartySignatory[],
): Promise<{ bytes: Uint8Array; copy: SigningCopy }> {
  const tree = withSignatories(assemble(document), signatories)
  const options = { createdAt: document.finalised_at!, watermark: markOn(document) }
  const { bytes, pages, signaturePlaces } = await printDocument(tree, options)
  return { bytes, copy: { languages: tree.languages, pages, places: signaturePlaces } }
}
