import { buffer } from 'node:stream/consumers'
import type { ImportedFile } from '#modules/imports/index.ts'
import { openImport } from '#modules/imports/index.ts'
import type { PartySignatory } from '#modules/printing/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import type { PageBox } from '#views/signature-places/plane.ts'
import { firstSpots, refuseBadPlaces } from './places.ts'
import { type CopyPlace, type CopySeal, chosenPlaces, nameIn, type SigningCopy } from './signing-copy.ts'

/** Signature dates are in both languages, because the language of an imported PDF is unknown. */
const BOTH_LANGUAGES = { primary: 'zh', bilingual: true, script: 'Hans' } as const

/**
 * An imported PDF prepared for signing, with a place for each signatory. Throws PDF_NOT_FOUND if the file is
 * not the imported one, PDF_REFUSED if it was imported before working copies existed, PLACE_OFF_PAGE or
 * PLACE_OVERLAP for an invalid place.
 */
export async function copyImport(
  db: Db,
  file: ImportedFile,
  signatories: PartySignatory[],
  seals: CopySeal[] = [],
): Promise<{ bytes: Uint8Array; copy: SigningCopy }> {
  if (!file.pageBoxes) throw new AppError('PDF_REFUSED', {}, 'documents.import.refused.old')
  const signaturePlaces = placesOn(file.pageBoxes, signatories)
  const places = [...signaturePlaces, ...sealPlaces(file.pageBoxes, signaturePlaces, seals)]
  const copy = { languages: BOTH_LANGUAGES, pages: file.pages, places, imported: true as const }
  return { bytes: new Uint8Array(await buffer(await openImport(db, file))), copy }
}

/** Side of the space for a seal: 42 mm, in points. */
const SEAL_SIZE = (42 * 72) / 25.4

/** A place on the middle of each sealing signatory's first signature, moved where the page requires it. */
function sealPlaces(pages: PageBox[], signed: CopyPlace[], seals: CopySeal[]): CopyPlace[] {
  return seals.flatMap(({ party, signatoryId }) => {
    const firstPlace = signed.find(({ signatory }) => signatory === signatoryId)
    const box = firstPlace && pages[firstPlace.page - 1]
    if (!firstPlace || !box) return []
    const clamped = (middle: number, from: number, length: number) =>
      Math.max(from, Math.min(middle - SEAL_SIZE / 2, from + length - SEAL_SIZE))
    const x = clamped(firstPlace.x + firstPlace.width / 2, box.x, box.width)
    const y = clamped(firstPlace.y + firstPlace.height / 2, box.y, box.height)
    const { page, rotate } = firstPlace
    return [{ party, kind: 'seal', chosen: true, page, rotate, x, y, width: SEAL_SIZE, height: SEAL_SIZE }]
  })
}

/**
 * The chosen places of each signatory, or a default place. Throws PLACE_OFF_PAGE or PLACE_OVERLAP instead of
 * silently moving a place.
 */
function placesOn(pages: PageBox[], signatories: PartySignatory[]): CopyPlace[] {
  const allChosenPlaces = signatories.flatMap(chosenPlaces)
  const defaultSpots = firstSpots(signatories.length, pages, allChosenPlaces)
  const places = signatories.flatMap((one, index) => {
    const signatoryPlaces = chosenPlaces(one)
    return signatoryPlaces.length ? signatoryPlaces : chosenPlaces({ ...one, spots: [defaultSpots[index]!] })
  })
  const ownedSpots = places.map(({ signatory, page, x, y, width, height }) => ({
    owner: signatory!,
    page,
    x,
    y,
    width,
    height,
  }))
  refuseBadPlaces(ownedSpots, pages, nameIn(signatories))
  return places.map((place) => ({ ...place, rotate: pages[place.page - 1]!.rotate }))
}
