import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readForm, requireForm } from '#src/http/body.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { findDocument } from '../document.ts'
import { cancelReading, latestReading, readingOf, startReading } from './second-reading.ts'
import { ReadingProgress, SecondReadingPage } from './second-reading-page.tsx'

/** The second reading of a draft by a language model: one page for start, progress and result. */
export const secondReadingRoutes = routes()

const StartForm = v.object({
  /** The version whose texts the page listed. */
  version: v.optional(v.string()),
})

const pathOf = (id: string) => `/mgmt/${id}/second-reading`

secondReadingRoutes.get('/mgmt/:id/second-reading', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id'))
  requirePermission(viewerOf(c), 'document.create')
  const lastReading = await latestReading(c.var.db, document.id)
  const isOutdated = c.req.query('outdated') !== undefined
  const props = {
    document,
    last: lastReading,
    isOutdated,
    ...readingOf(document, lastReading?.opinions ?? {}),
  }
  if (isFragmentRequest(c)) return fragment(c, <ReadingProgress {...props} />)
  const title = translate(c.var.locale)('documents.reading.title')
  return page(c, <SecondReadingPage {...props} />, { title, shell: 'mgmt', current: 'myDocs' })
})

secondReadingRoutes.post('/mgmt/:id/second-reading', async (c) => {
  const form = await readForm(c, StartForm)
  const id = c.req.param('id')
  const version = form.ok ? form.output.version : undefined
  if (version !== undefined) {
    const document = await findDocument(c.var.db, viewerOf(c), id)
    if (version !== String(document.version)) return goTo(c, `${pathOf(id)}?outdated=yes`)
  }
  return takeStep(c, id, () => startReading(c.var.db, viewerOf(c), id))
})

secondReadingRoutes.post('/mgmt/:id/second-reading/cancellation', async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  return takeStep(c, id, () => cancelReading(c.var.db, viewerOf(c), id))
})

// After a rejected form the browser still shows the form's address, so a reload redirects to the page.
secondReadingRoutes.get('/mgmt/:id/second-reading/cancellation', async (c) => {
  const { id } = await findDocument(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, pathOf(id))
})

/** Redirects to the status page, even if the step came too late or twice. */
async function takeStep(c: Ctx, id: string, step: () => Promise<void>) {
  try {
    await step()
  } catch (error) {
    if (!(error instanceof AppError && LATE_ERRORS.has(error.code)) || wantsJson(c)) throw error
  }
  return goTo(c, pathOf(id))
}

const LATE_ERRORS: ReadonlySet<ErrorCode> = new Set(['READING_IN_PROGRESS', 'READING_STATUS_WRONG'])
