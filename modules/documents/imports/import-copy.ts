import { buffer } from 'node:stream/consumers'
import type { Db } from '#src/app/database.ts'
import { AppError } from '#src/core/errors.ts'
import type { PartySignatory } from '../final/signatories.ts'
import type { SigningCopy } from '../final/signing-copy.ts'
import { firstSpot } from './areas.ts'
import { openImport } from './import.ts'
import type { ImportedFile } from './signable.ts'

/** In which languages the days of signatures are written: a foreign PDF does not say. */
const BOTH = { primary: 'zh', bilingual: true, script: 'Hans' } as const

/**
 * An imported PDF as it is sent out to be signed, with a place for each signatory. Throws PDF_NOT_FOUND when the file is
 * not the one that was imported, PDF_REFUSED when it came before working copies were made.
 */
export async function copyImport(
  db: Db,
  file: ImportedFile,
  signatories: PartySignatory[],
): Promise<{ bytes: Uint8Array; copy: SigningCopy }> {
  if (!file.pageBoxes) throw new AppError('PDF_REFUSED', {}, 'documents.import.refused.old')
  const places = signatories.map(({ id, party, spot }, index) => ({
    party,
    signatory: id,
    kind: 'sign' as const,
    ...(spot ?? firstSpot(index, file)),
  }))
  const copy = { languages: BOTH, pages: file.pages, places, imported: true as const }
  return { bytes: new Uint8Array(await buffer(await openImport(db, file))), copy }
}
