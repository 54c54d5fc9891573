import type { Side } from '#assembly/answers.ts'
import { sendFile } from '#modules/printing/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { findDocument, findHeading } from '../document.ts'
import { isFinal, type Status } from '../status.ts'
import { readFinalFile, renderDraft } from './final-files.ts'
import { type LanguageCopy, printInOneLanguage } from './one-language.ts'
import { OneLanguageChoice } from './one-language-choice.tsx'

/** Downloads of a document, as it is or in one of its languages. */
export const downloadRoutes = routes()

/** The language in `?language=`; null for the document as it is. */
function languageAsked(c: Ctx): Side | null {
  const language = c.req.query('language')
  if (language === undefined) return null
  return language === 'zh' || language === 'en' ? language : notFound()
}

async function sendCopy(c: Ctx, copy: LanguageCopy) {
  const { document, bytes } = await printInOneLanguage(c.var.db, viewerOf(c), c.req.param('id')!, copy)
  return sendFile(c, document, copy.form, bytes, copy.side)
}

// Word files (docx) are made by `modules/printing/word/word.ts`.
for (const form of ['pdf', 'docx'] as const) {
  downloadRoutes.get(`/mgmt/:id/draft.${form}`, async (c) => {
    const side = languageAsked(c)
    if (side) return sendCopy(c, { state: 'draft', form, side })
    const { document, bytes } = await renderDraft(c.var.db, viewerOf(c), c.req.param('id')!, form)
    return sendFile(c, document, form, bytes)
  })
}

/** Files of a final text, and the states in which each exists. */
const FINAL_FILES = [
  ['final.pdf', 'final-pdf', isFinal],
  ['final.docx', 'final-word', isFinal],
  ['signed.pdf', 'signed-pdf', (status: Status) => status === 'completed'],
  ['certificate.pdf', 'completion-certificate', (status: Status) => status === 'completed'],
] as const

/** Files of a signing, which have one form, and their marks in file names. */
const MARKS = { 'signed-pdf': 'signed', 'completion-certificate': 'certificate' } as const

for (const [path, kind, hasFile] of FINAL_FILES) {
  const form = path.endsWith('pdf') ? 'pdf' : 'docx'
  downloadRoutes.get(`/mgmt/:id/${path}`, async (c) => {
    const mark = MARKS[kind as keyof typeof MARKS]
    const side = mark ? null : languageAsked(c)
    if (side) return sendCopy(c, { state: 'final', form, side })
    const document = await findHeading(c.var.db, viewerOf(c), c.req.param('id')!)
    if (!hasFile(document.status)) throw new AppError('DOCUMENT_STATUS_WRONG')
    const { bytes } = await readFinalFile(c.var.db, document.id, kind)
    return sendFile(c, document, form, bytes, mark)
  })
}

downloadRoutes.get('/mgmt/:id/one-language', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id'))
  if (!document.bilingual) notFound()
  const title = translate(c.var.locale)('documents.oneLanguage.title')
  return actionPage(c, { title, form: <OneLanguageChoice document={document} />, current: 'myDocs' })
})
