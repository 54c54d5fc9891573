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
  /** The sender chose the place: it belongs to no block. */
  chosen?: true
  /** The page's rotation in degrees clockwise. */
  rotate?: PageBox['rotate']
}

/** A party that seals, and the signatory whose signature sets its seal. */
export interface CopySeal {
  party: string
  signatoryId: string
}

/** The data of the file to be signed, besides its bytes. */
export interface SigningCopy {
  languages: LanguageChoice
  pages: number
  places: CopyPlace[]
  /** It was imported: there is no text of ours to show next to it. */
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
  const owned = signatories.flatMap(({ id }) =>
    signatureBoxes(places, id).map((box) => ({ owner: id, page: box[0]!.page, ...boundsOf(box) })),
  )
  refuseBadPlaces(owned, a4Pages(copy.pages), nameIn(signatories))
  return { bytes, copy: { languages: copy.languages, pages: copy.pages, places } }
}

/**
 * As `printSigningCopy`, but also returns where the blocks are, and ignores places that the sender chose.
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

/** The chosen places of a signatory. */
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

/** The boxes that one signatory signs, each with its places: their block, and the chosen places. */
export function signatureBoxes(places: CopyPlace[], signatory: string): CopyPlace[][] {
  const own = places.filter((place) => place.signatory === signatory)
  const block = own.filter(({ chosen }) => !chosen)
  return [...(block.length ? [block] : []), ...own.filter(({ chosen }) => chosen).map((place) => [place])]
}

/** The rectangle around places of one page. */
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
