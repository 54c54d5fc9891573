import type { LanguageChoice } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import type { Document } from '#modules/documents/index.ts'
import type { SignaturePlace } from '#modules/printing/index.ts'
import { type PartySignatory, printDocument, watermarkOf, withSignatories } from '#modules/printing/index.ts'
import type { PageBox } from '#views/signature-places/plane.ts'
import { checkMarkOf } from './check-code.ts'
import { refuseBadPlaces } from './places.ts'

/** The place of a part of a signature. */
export interface CopyPlace extends SignaturePlace {
  /** Whether the sender chose the place, so that it belongs to no block. */
  chosen?: true
  /** Rotation of the page in degrees clockwise. */
  rotate?: PageBox['rotate']
}

/** A sealing party, and the signatory whose signature sets the party's seal. */
export interface CopySeal {
  party: string
  signatoryId: string
}

/** The data of the file to be signed, without the file itself. */
export interface SigningCopy {
  languages: LanguageChoice
  pages: number
  places: CopyPlace[]
  /** Whether the document was imported: then there is no text of ours to show beside the file. */
  imported?: true
}

/**
 * Prints a finalised document for signing: the same text, with a block for each signatory, so that the first
 * signature covers all blocks. Throws PLACE_OFF_PAGE or PLACE_OVERLAP for an invalid place.
 */
export async function printSigningCopy(
  document: Document,
  signatories: PartySignatory[],
  { checkCode, seals = [], logo }: { checkCode?: string; seals?: CopySeal[]; logo?: Uint8Array } = {},
): Promise<{ bytes: Uint8Array; copy: SigningCopy }> {
  const sealed = seals.map(({ party }) => party)
  const { bytes, copy } = await printWithBlocks(document, signatories, { checkCode, sealed, logo })
  const places = [...copy.places, ...signatories.flatMap(chosenPlaces)]
  const ownedBoxes = signatories.flatMap(({ id }) =>
    signatureBoxes(places, id).map((box) => ({ owner: id, page: box[0]!.page, ...boundsOf(box) })),
  )
  refuseBadPlaces(ownedBoxes, a4Pages(copy.pages), nameIn(signatories))
  return { bytes, copy: { languages: copy.languages, pages: copy.pages, places } }
}

/**
 * Same as `printSigningCopy`, but also returns the positions of the blocks, and ignores places that the
 * sender chose.
 */
export async function printWithBlocks(
  document: Document,
  signatories: PartySignatory[],
  { checkCode, sealed = [], logo }: { checkCode?: string; sealed?: string[]; logo?: Uint8Array } = {},
): Promise<{ bytes: Uint8Array; copy: SigningCopy }> {
  const tree = withSignatories(assemble(document), signatories, sealed)
  const check = checkCode ? checkMarkOf(document.number, checkCode) : undefined
  const createdAt = document.finalised_at!
  const options = { createdAt, watermark: watermarkOf(document), check, logo, hasSource: true }
  const { bytes, pages, signaturePlaces } = await printDocument(tree, options)
  return { bytes, copy: { languages: tree.languages, pages, places: signaturePlaces } }
}

/** The places that the sender chose for a signatory. */
export const chosenPlaces = ({ id, party, spots = [] }: PartySignatory): CopyPlace[] =>
  spots
    .filter((spot) => spot !== 'block')
    .map(({ page, x, y, width, height }) => ({
      party,
      signatory: id,
      kind: 'sign',
      chosen: true,
      page,
      x,
      y,
      width,
      height,
    }))

export const nameIn = (signatories: PartySignatory[]) => (id: string) =>
  signatories.find((one) => one.id === id)?.name ?? ''

/** The boxes that a signatory signs, each with its places: the block, and each chosen place. */
export function signatureBoxes(places: CopyPlace[], signatory: string): CopyPlace[][] {
  const ownPlaces = places.filter((place) => place.signatory === signatory)
  const block = ownPlaces.filter(({ chosen }) => !chosen)
  return [
    ...(block.length ? [block] : []),
    ...ownPlaces.filter(({ chosen }) => chosen).map((place) => [place]),
  ]
}

/** The rectangle that encloses places on one page. */
export function boundsOf(places: Omit<SignaturePlace, 'party' | 'kind' | 'page'>[]) {
  const x = Math.min(...places.map((place) => place.x))
  const y = Math.min(...places.map((place) => place.y))
  const right = Math.max(...places.map((place) => place.x + place.width))
  const top = Math.max(...places.map((place) => place.y + place.height))
  return { x, y, width: right - x, height: top - y }
}

/** The pages of our own documents. */
export const a4Pages = (count: number): PageBox[] =>
  Array.from({ length: count }, (_, index) => ({
    page: index + 1,
    x: 0,
    y: 0,
    width: 595.28,
    height: 841.89,
    rotate: 0,
  }))
