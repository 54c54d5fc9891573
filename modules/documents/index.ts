import './drafts/document-operations.ts'
import './final/final-operations.ts'

export { formerTemplateAt } from './adoption/former-template.ts'
export { actorOf, logAction } from './audit-log.ts'
export {
  canSee,
  type Document,
  findDocument,
  findHeading,
  linkedDocuments,
  ownersOfDocuments,
  renameDocument,
  visibleDocuments,
  visibleWithFile,
} from './document.ts'
export { createDocument } from './drafts/create.ts'
export { createImported } from './drafts/create-imported.ts'
export { mayDelete } from './drafts/deletion.ts'
export { validity } from './drafts/lapsing.ts'
export { DraftNotices } from './drafts/views/draft-notices.tsx'
export { documentExport } from './export.ts'
export { comparisonFile } from './final/comparison-file.ts'
export { EmptyFields } from './final/empty-fields.tsx'
export { findFile, storeFile } from './final/final-files.ts'
export { FinalisationForm } from './final/finalisation-form.tsx'
export { finaliseDocument } from './final/finalise.ts'
export { finishedPaper } from './final/finished-paper.tsx'
export { finalDocuments } from './final-documents.ts'
export { redirectToImport } from './import-redirect.ts'
export { byTemplate } from './list/by-template.ts'
export { latestDocuments, usedCategories } from './list/list.ts'
export { signingRecord } from './log/signing-record.ts'
export { readTemplate } from './reviewed-text.ts'
export { RiskSummary } from './risks/risk-summary.tsx'
export { documentRoutes as routes } from './routes.tsx'
export { writeAnswers } from './save.ts'
export { moveTo } from './status.ts'
export { findStorage, requireQuota } from './storage-quota.ts'
export { ComparedPaper } from './views/compared-paper.tsx'
export { StatusWord } from './views/status-word.tsx'
