import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { readForm } from '#src/http/body.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { isLapsed } from '../drafts/validity.ts'
import { findDocumentAndVersion, findDocumentForHistory, listVersions } from './find-version.ts'
import { restoreVersion } from './restore.ts'
import { RestorationForm } from './views/restoration-form.tsx'
import { VersionPage } from './views/version-page.tsx'
import { VersionsPage } from './views/versions-page.tsx'

/** Earlier versions of a document, with their authors and times, to view, compare and restore. */
export const versionRoutes = routes()

versionRoutes.get('/mgmt/:id/versions', async (c) => {
  const document = await findDocumentForHistory(c.var.db, viewerOf(c), c.req.param('id'))
  const { after = '', before = '', restored } = c.req.query()
  const versions = await listVersions(c.var.db, document.id, { after, before })
  const isEditingOver = isLapsed(document, viewerOf(c))
  const content = (
    <VersionsPage
      document={document}
      {...versions}
      lapsed={isEditingOver}
      restored={restored !== undefined}
    />
  )
  const title = translate(c.var.locale)('documents.versions.title')
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs' })
})

versionRoutes.get('/mgmt/:id/versions/:number', async (c) => {
  const { id, number } = c.req.param()
  const { document, version } = await findDocumentAndVersion(c.var.db, viewerOf(c), id, number)
  const show = c.req.query('show')
  const mode = version.isCurrent || (show !== 'changes' && show !== 'all') ? 'text' : show
  const isEditingOver = isLapsed(document, viewerOf(c))
  const title = translate(c.var.locale)('documents.versions.one', { number: version.number })
  const content = <VersionPage document={document} version={version} lapsed={isEditingOver} show={mode} />
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs' })
})

const SeenVersion = v.object({ version: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)) })

/** The confirmation page; shown again with the `problem` when the document was saved meanwhile. */
async function restorationPage(c: Ctx, problem?: MessageKey) {
  const { id, number } = c.req.param() as { id: string; number: string }
  const { document, version } = await findDocumentAndVersion(c.var.db, viewerOf(c), id, number)
  requirePermission(viewerOf(c), 'document.create')
  if (document.status !== 'draft') throw new AppError('DOCUMENT_STATUS_WRONG')
  if (document.translating) throw new AppError('TRANSLATION_IN_PROGRESS')
  if (version.isCurrent) return goTo(c, `/mgmt/${id}/versions`)
  const form = <RestorationForm document={document} version={version} problem={problem} />
  const title = translate(c.var.locale)('documents.versions.restoration.title', { number: version.number })
  return actionPage(c, { title, form, current: 'myDocs', status: problem ? 409 : 200 })
}

versionRoutes.get('/mgmt/:id/versions/:number/restoration', (c) => restorationPage(c))

versionRoutes.post('/mgmt/:id/versions/:number/restoration', async (c) => {
  const { id, number } = c.req.param()
  const form = await readForm(c, SeenVersion)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: 'version' })
  try {
    await restoreVersion(c.var.db, viewerOf(c), { id, number, since: form.output.version })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DOCUMENT_CONFLICT' || wantsJson(c)) throw error
    logRefused(c, error)
    return restorationPage(c, error.words)
  }
  return goTo(c, `/mgmt/${id}/versions?restored=${number}`)
})
