import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { requireForm } from '#src/http/body.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { findToReview, lockReview } from '../inviting/reviewer.ts'
import { lastTurnOf } from '../review-step.ts'
import { findToShare, keepInternal, shareComment } from './audience.ts'
import { placeAt, type Reader, viewIn } from './reader.ts'
import { readerOf } from './reading-routes.tsx'
import { senderOf } from './sender-routes.tsx'
import { ShareForm } from './views/share-form.tsx'

/**
 * The pages on which a team member makes an internal comment visible to everyone, or internal again.
 * Comments of external reviewers are always visible to everyone.
 */
export const audienceRoutes = routes()

interface DocumentReader {
  documentId: string
  reader: Reader
}

/** The colleague's own turn while the answer is pending. Throws NOT_FOUND, TASK_LAPSED. */
async function findColleagueReader(c: Ctx): Promise<DocumentReader> {
  const documentId = c.req.param('id') ?? ''
  const turn = isId(documentId) ? await lastTurnOf(c.var.db, viewerOf(c), documentId) : undefined
  if (!turn) notFound()
  const reader = readerOf(turn, viewIn(c.req.query()))
  if (!reader.mayComment) throw new AppError('TASK_LAPSED')
  return { documentId, reader }
}

async function findSenderReader(c: Ctx): Promise<DocumentReader> {
  const { id } = await findToReview(c.var.db, viewerOf(c), c.req.param('id') ?? '')
  return { documentId: id, reader: senderOf(c, id) }
}

const READER_ROUTES = [
  { at: '/mgmt/:id', find: findSenderReader },
  { at: '/mgmt/:id/review', find: findColleagueReader },
]

for (const { at, find } of READER_ROUTES) {
  const share = `${at}/comments/:comment/sharing` as const

  audienceRoutes.get(share, async (c) => {
    const { documentId, reader } = await find(c)
    const { outsiders, ...comment } = await findToShare(
      c.var.db,
      documentId,
      reader.author,
      c.req.param('comment') ?? '',
    )
    const place = placeAt(reader, `said-${comment.id}`)
    if (!comment.internal) return goTo(c, place)
    return actionPage(c, {
      title: translate(c.var.locale)('review.share.title'),
      form: <ShareForm comment={comment} reader={{ ...reader, outsiders }} cancel={place} />,
      current: 'myDocs',
    })
  })

  const changeHandler = (changeAudience: typeof shareComment) => async (c: Ctx) => {
    await requireForm(c)
    const { documentId, reader } = await find(c)
    const id = c.req.param('comment') ?? ''
    await c.var.db.transaction().execute(async (trx: Db) => {
      await lockReview(trx, documentId)
      await changeAudience(trx, documentId, reader.author, id)
    })
    return goTo(c, placeAt(reader, `said-${id}`))
  }
  audienceRoutes.post(share, changeHandler(shareComment))
  audienceRoutes.post(`${at}/comments/:comment/internal`, changeHandler(keepInternal))

  // After a rejected form the browser shows the form's URL, which may be reloaded.
  audienceRoutes.get(`${at}/comments/:comment/internal`, async (c) => goTo(c, (await find(c)).reader.page))
}
