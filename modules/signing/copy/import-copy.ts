import { buffer } from 'node:stream/consumers'
import type { ImportedFile } from '#modules/imports/index.ts'
import { openImport } from '#modules/imports/index.ts'
import type { PartySignatory } from '#modules/printing/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import type { PageBox } from '#views/signature-places/plane.ts'
import { firstSpots, refuseBadPlaces } from './places.ts'
import { type CopyPlace, chosenPlaces, nameIn, type SigningCopy } from './signing-copy.ts'

/** In which languages the days of signatures are written: a foreign PDF does not say. */
const BOTH = { primary: 'zh', bilingual: true, script: 'Hans' } as const

/**
 * An imported PDF as it is sent out to be signed, with a place for each signatory. Throws PDF_NOT_FOUND when
 * the file is not the one that was imported, PDF_REFUSED when it came before working copies were made,
 * PLACE_OFF_PAGE or PLACE_OVERLAP for a place that cannot be signed in.
 */
export async function copyImport(
  db: Db,
  file: ImportedFile,
  signatories: PartySignatory[],
): Promise<{ bytes: Uint8Array; copy: SigningCopy }> {
  if (!file.pageBoxes) throw new AppError('PDF_REFUSED', {}, 'documents.import.refused.old')
  const places = placesOn(file.pageBoxes, signatories)
  const copy = { languages: BOTH, pages: file.pages, places, imported: true as const }
  return { bytes: new Uint8Array(await buffer(await openImport(db, file))), copy }
}

/**
 * Each at their chosen places, or at a first one. Throws PLACE_OFF_PAGE or PLACE_OVERLAP, and replaces
 * nothing in silence.
 */
function placesOn(pages: PageBox[], signatories: PartySignatory[]): CopyPlace[] {
  const chosen = signatories.flatMap(chosenPlaces)
  const first = firstSpots(signatories.length, pages, chosen)
  const places = signatories.flatMap((one, index) => {
    const own = chosenPlaces(one)
    return own.length ? own : chosenPlaces({ ...one, spots: [first[index]!] })
  })
  const owned = places.map(({ signatory, page, x, y, width, height }) => ({
    owner: signatory!,
    page,
    x,
    y,
    width,
    height,
  }))
  refuseBadPlaces(owned, pages, nameIn(signatories))
  return places.map((place) => ({ ...place, rotate: pages[place.page - 1]!.rotate }))
}
