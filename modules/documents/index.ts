export { Moment, momentText } from '#views/values/moment.tsx'
export { newerVersion } from './adoption/adoption.ts'
export { formerAt } from './adoption/former-template.ts'
export { NewerVersion } from './adoption/views/newer-version.tsx'
export { eraseArchives } from './archives/archive-sweep.ts'
export { type Actor, actorOf, logAction, SYSTEM } from './audit-log.ts'
export {
  type Document,
  findDocument,
  findHeading,
  type LinkedDocument,
  linkedDocuments,
  sees,
  visibleDocuments,
  whoseDocuments,
} from './document.ts'
export { DocumentName } from './document-name.ts'
export { createDocument, usageKindOf } from './drafts/create.ts'
export { isLapsed, lapsingDocuments, refuseLapsed } from './drafts/validity.ts'
export { DeclineNote } from './drafts/views/decline-note.tsx'
export { eraseDocuments } from './erasure.ts'
export { exportDocuments, exportTemplates } from './export.ts'
export { comparisonFile } from './final/comparison-file.ts'
export { sendFile, WORD } from './final/download.ts'
export { findFile, keepFile, makeFinalFiles, readFinalFile } from './final/final-files.ts'
export { FinalisationForm } from './final/finalisation-form.tsx'
export { finaliseDocument } from './final/finalise.ts'
export { finishedPaper } from './final/finished-paper.tsx'
export { makeSigningCopy } from './final/sent-copy.ts'
export { type PartySignatory, type PlaceChoice, signsInBlock } from './final/signatories.ts'
export {
  a4Pages,
  boundsOf,
  type CopyPlace,
  printWithBlocks,
  type SigningCopy,
  signatureBoxes,
} from './final/signing-copy.ts'
export { printTables, type TablePaper } from './final/table-paper.ts'
export { unsettledIn } from './final/unsettled.ts'
export { firstSpots, MOST_PLACES, refuseBadPlaces, type SignatureSpot } from './imports/areas.ts'
export { importToDraw } from './imports/import.ts'
export { readImportForm, saveImport } from './imports/import-form.ts'
export { importPdf } from './imports/import-pdf.ts'
export { importInstead } from './imports/import-routes.tsx'
export { alone } from './imports/incoming.ts'
export { findSignable, maySend, type Signable } from './imports/signable.ts'
export { type CloudStorage, readStorage, storageOf } from './imports/storage-meter.ts'
export { importTab } from './imports/upload-routes.tsx'
export { EditImportPage } from './imports/views/edit-import-page.tsx'
export { PdfViewer, type ShownPdf } from './imports/views/pdf-viewer.tsx'
export { StorageMeter } from './imports/views/storage-meter.tsx'
export { countByTemplate } from './list/count-by-template.ts'
export { latestDocuments, usedCategories } from './list/list.ts'
export { sealLogsOfBefore } from './log/log-end.ts'
export { readTemplate } from './reviewed-text.ts'
export { documentRoutes as routes } from './routes.tsx'
export { saveAnswers, writeAnswers } from './save.ts'
export { saveAsTemplate } from './saved/saved-template.ts'
export { moveTo, type Status } from './status.ts'
export { ComparedPaper } from './views/compared-paper.tsx'
export { StatusWord } from './views/status-word.tsx'
