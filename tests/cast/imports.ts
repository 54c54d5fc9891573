import { importPdf } from '#modules/imports/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'

const REPORT = { fileName: 'Report', bytes: pdfWith({ pages: 2 }) }

/** Imports a PDF, by default a report of two pages. */
export const importedPdf = (db: Db, viewer: Viewer, file = REPORT): Promise<string> =>
  importPdf(db, viewer, file)
