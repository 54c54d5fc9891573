import { createWriteStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#src/app/database.ts'
import { privateFolder } from '#src/core/disk/disk.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { pageBoxes } from '#src/pdf/pictures.ts'
import type { PageBox } from '#views/signature-places/plane.ts'
import type { PartySignatory } from '../final/signatories.ts'
import type { CopyPlace, SigningCopy } from '../final/signing-copy.ts'
import { chosenPlaces, nameIn } from '../final/signing-copy.ts'
import { firstSpots, refuseBadPlaces } from './areas.ts'
import { importToDraw, openImport } from './import.ts'
import { cleanedFile, forget, incomingFile } from './incoming.ts'
import { preparePdf } from './pdf-check.ts'
import type { ImportedFile } from './signable.ts'

/** In which languages the days of signatures are written: a foreign PDF does not say. */
const BOTH = { primary: 'zh', bilingual: true, script: 'Hans' } as const

/**
 * An imported PDF as it is sent out to be signed, with a place for each signatory. Throws PDF_NOT_FOUND when the file is
 * not the one that was imported, PDF_REFUSED when it was signed elsewhere or nothing can be added to it,
 * PLACE_OFF_PAGE or PLACE_OVERLAP for a place that cannot be signed in.
 */
export async function copyImport(
  db: Db,
  file: ImportedFile,
  signatories: PartySignatory[],
): Promise<{ bytes: Uint8Array; copy: SigningCopy }> {
  if (file.signed) throw refused('signedElsewhere')
  const places = placesOn(await pageBoxes(importToDraw(db, file)), signatories)
  const copy = { languages: BOTH, pages: file.pages, places, imported: true as const }
  return { bytes: await readyFor(db, file), copy }
}

/** Each at their chosen places, or at a first one. Throws PLACE_OFF_PAGE or PLACE_OVERLAP, and replaces nothing in silence. */
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

const refused = (why: string) => new AppError('PDF_REFUSED', {}, `documents.import.refused.${why}`)

async function readyFor(db: Db, file: ImportedFile): Promise<Uint8Array> {
  const id = newId()
  privateFolder(dirname(incomingFile(id)))
  try {
    await pipeline(await openImport(db, file), createWriteStream(incomingFile(id)))
    if (!(await preparePdf(incomingFile(id), cleanedFile(id)))) throw refused('unreadable')
    const written = cleanedFile(id)
    return new Uint8Array(await readFile(existsSync(written) ? written : incomingFile(id)))
  } finally {
    await forget(id)
  }
}
