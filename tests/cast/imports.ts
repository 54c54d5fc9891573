import { importPdf } from '#modules/imports/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'

const REPORT = { fileName: 'Report', bytes: pdfWith({ pages: 2 }) }

/** A report of two pages by default. */
export const importedPdf = (db: Db, viewer: Viewer, file = REPORT): Promise<string> =>
  importPdf(db, viewer, file)
