import './library/template-operations.ts'

export { isUnfiltered, readLibraryFilter } from './doc-lib/filter.ts'
export { folded, indexOfWord as placeOf, wordsOf } from './doc-lib/fold.ts'
export { alternativesTo, newTemplates, shelfFor } from './doc-lib/shelf.ts'
export { DocLibPage } from './doc-lib/views/doc-lib-page.tsx'
export { NewDocPage } from './doc-lib/views/new-doc-page.tsx'
export { TemplateGrid, TemplateList } from './doc-lib/views/template-list.tsx'
export type { Citation } from './library/citations.ts'
export type { Law } from './library/laws.ts'
export { type BlockUses, readBlockUses, readLawTable, templateUses } from './library/uses-in-force.ts'
export {
  findTemplate,
  type LibraryEntry,
  libraryEdition,
  libraryEntries,
  libraryTemplates,
  recommendedFor,
} from './library.ts'
export { findEntry, findHistory } from './publishing/desk-template.ts'
export { listDrafts } from './publishing/draft.ts'
export { refreshLibrary, refreshRegularly } from './publishing/refresh.ts'
export { TemplatePage } from './publishing/views/template-page.tsx'
export { TemplatesPage } from './publishing/views/templates-page.tsx'
export { templateRoutes as routes } from './routes.ts'
export { mayUse } from './template-access.ts'
export { noteTemplates } from './template-newsletter.ts'
export { traditionalText } from './traditional.ts'
