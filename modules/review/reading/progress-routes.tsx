import { findHeading } from '#modules/documents/index.ts'
import { isId } from '#src/core/ids.ts'
import { fragment } from '#src/http/page.tsx'
import { type Ctx, pathWithQuery, routes, viewerOf } from '#src/http/web.ts'
import { requireEnteredTurn } from '../entrance/entrance.ts'
import { lastTurnOf } from '../review-step.ts'
import { findProgress, type ProgressReader, parseProgress, progressOf, progressText } from './progress.ts'
import type { LoadedReview } from './reading.ts'
import { type PollingAddress, ProgressPoll } from './views/progress-poll.tsx'

/** Polled by an open review page to check for changes. */
export const progressRoutes = routes()

/** The polling URL for the requested page. */
export const pollingAddress = (c: Ctx, path: string, read: LoadedReview): PollingAddress => ({
  progress: progressOf(read),
  path,
  pageUrl: pathWithQuery(c),
})

/** Empty if nothing has changed, or if the progress in the request is invalid. */
async function progressSince(c: Ctx, documentId: string, reader: ProgressReader) {
  const { since = '', here = '' } = c.req.query()
  const previousProgress = parseProgress(since)
  const progress = await findProgress(c.var.db, documentId, reader)
  const reviewPath = c.req.path.replace(/\/news$/, '').replace(/\/review$/, '')
  if (
    !previousProgress ||
    !progress ||
    progressText(progress) === since ||
    !here.startsWith(`${reviewPath}/`)
  )
    return c.body(null, 204)
  return fragment(
    c,
    <ProgressPoll progress={previousProgress} now={progress} pageUrl={here} path={c.req.path} />,
  )
}

progressRoutes.get('/review/:id/news', async (c) => {
  const { document_id, reviewer_id: reviewerId } = await requireEnteredTurn(c)
  return progressSince(c, document_id, { reviewerId })
})

progressRoutes.get('/mgmt/:id/review/news', async (c) => {
  const id = c.req.param('id')
  const ownTurn = isId(id) ? await lastTurnOf(c.var.db, viewerOf(c), id) : undefined
  if (!ownTurn) await findHeading(c.var.db, viewerOf(c), id)
  return progressSince(c, id, 'team')
})
