import type { Side } from '#assembly/answers.ts'
import { sendFile } from '#modules/printing/index.ts'
import { notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type Ctx, routes, viewerOf } from '#src/http/web.ts'
import { findDocument } from '../document.ts'
import { FILE_NAMES, readDocumentFile } from './document-file.ts'
import { OneLanguageChoice } from './one-language-choice.tsx'

/** Downloads of a document, in all its languages or in one of them. */
export const downloadRoutes = routes()

/** The language in `?language=`; null for all languages of the document. */
function requestedLanguage(c: Ctx): Side | null {
  const language = c.req.query('language')
  if (language === undefined) return null
  return language === 'zh' || language === 'en' ? language : notFound()
}

for (const name of FILE_NAMES)
  downloadRoutes.get(`/mgmt/:id/${name}`, async (c) => {
    const copy = { name, side: requestedLanguage(c) }
    const file = await readDocumentFile(c.var.db, viewerOf(c), c.req.param('id')!, copy)
    return sendFile(c, file.document, file.form, file.bytes, file.mark)
  })

downloadRoutes.get('/mgmt/:id/one-language', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id'))
  if (!document.bilingual) notFound()
  const title = translate(c.var.locale)('documents.oneLanguage.title')
  return actionPage(c, { title, form: <OneLanguageChoice document={document} />, current: 'myDocs' })
})
