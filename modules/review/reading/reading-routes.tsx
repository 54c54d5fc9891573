import * as v from 'valibot'
import { pageBrand } from '#modules/brand/index.ts'
import { readTemplate } from '#modules/documents/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { AnyForm, type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { requireEnteredTurn } from '../entrance/entrance.ts'
import { CompletePage, LapsedPage } from '../entrance/views/end-pages.tsx'
import { lastTurnOf, type Turn } from '../review-step.ts'
import { outsidersIn } from './audience.ts'
import { MAX_REQUEST_BYTES } from './comment-form.ts'
import { acceptAll, rejectAndReturn } from './outcome.ts'
import { pollingAddress } from './progress-routes.tsx'
import { type Reader, viewIn } from './reader.ts'
import { type LoadedReview, readReview, requestCount, textOf } from './reading.ts'
import { formInAddress, submitComment, withdrawComment } from './submit-comment.ts'
import type { OpenForm } from './views/comment-form.tsx'
import { AcceptPage, RejectPage } from './views/outcome-pages.tsx'
import { ReviewPage } from './views/review-page.tsx'

/** The pages of reviewers: colleagues in the customer area, external ones behind their link. */
export const readingRoutes = routes()

const EXTERNAL_PATH = '/review/:id'

/** The reader for a turn. */
export function readerOf(turn: Turn, view = ''): Reader {
  const isExternal = turn.kind === 'external'
  const base = isExternal ? `/review/${turn.reviewer_id}` : `/mgmt/${turn.document_id}/review`
  return {
    author: isExternal
      ? { reviewerId: turn.reviewer_id, name: turn.name }
      : { accountId: turn.account_id!, name: turn.name },
    base,
    page: isExternal ? `${base}/review-doc` : `/mgmt/${turn.document_id}/review-doc`,
    view,
    mayComment: turn.state === 'asked',
    mayBeInternal: !isExternal,
    outsiders: [],
    mayDecide: false,
    mayInsert: false,
  }
}

const frameOf = (turn: Turn) =>
  turn.kind === 'external'
    ? ({ title: turn.document_name, shell: 'slim', brand: pageBrand(turn) } as const)
    : ({ title: turn.document_name, shell: 'mgmt', current: 'tasks' } as const)

/** The document in review, or the result of the review for this reviewer. */
export async function reviewerPage(
  c: Ctx,
  turn: Turn,
  refusedForm: OpenForm | null = null,
  loadedReview?: LoadedReview,
) {
  if (turn.state === 'lapsed') return page(c, <LapsedPage turn={turn} />, { ...frameOf(turn), status: 410 })
  if (turn.state !== 'asked') return page(c, <CompletePage turn={turn} />, frameOf(turn))
  const {
    text,
    comparedRound: since,
    comments,
    requestTimes,
    review: found,
  } = await readForTurn(c, turn, loadedReview)
  const reader = { ...readerOf(turn, viewIn(c.req.query())), outsiders: outsidersIn(found.rounds) }
  const openForm = refusedForm ?? formInAddress(c, { text, reader })
  const changesOnly = c.req.query('show') === 'changes' && since !== undefined
  const news = refusedForm ? null : pollingAddress(c, `${reader.base}/news`, found)
  const content = (
    <ReviewPage
      turn={turn}
      requestCount={requestTimes}
      reader={reader}
      text={text}
      comparedRound={since}
      changesOnly={changesOnly}
      comments={comments}
      openForm={openForm}
      list={c.req.query('list') ?? ''}
      news={news}
    />
  )
  return page(c, content, { ...frameOf(turn), status: refusedForm?.problems ? 422 : 200 })
}

/** Shows a text that arrived after the review ended, so that the reviewer can use it elsewhere. */
async function showLateText(c: Ctx, turn: Turn) {
  const { values } = await readForm(c, AnyForm, MAX_REQUEST_BYTES)
  const unsent = [values.wording, values.words].filter(Boolean).join('\n\n')
  const content =
    turn.state === 'lapsed' ? (
      <LapsedPage turn={turn} unsent={unsent} />
    ) : (
      <CompletePage turn={turn} unsent={unsent} />
    )
  return page(c, content, { ...frameOf(turn), status: 409 })
}

/** `loadedReview`: the review, if it was already loaded. */
async function readForTurn(c: Ctx, turn: Turn, loadedReview?: LoadedReview) {
  const { db } = c.var
  const owner = turn.kind === 'external' ? { reviewerId: turn.reviewer_id } : { accountId: turn.account_id! }
  const loaded = loadedReview ?? (await readReview(db, turn.document_id, owner)) ?? notFound()
  const { earlier, comments, rounds } = loaded
  const template = await readTemplate(db, turn.document_id)
  const text = textOf(template, turn, loaded)
  return {
    text,
    comparedRound: earlier?.number,
    comments,
    requestTimes: requestCount(rounds, turn),
    review: loaded,
  }
}

/** The colleague's turn. Throws NOT_FOUND if the colleague was not invited. */
async function findOwnTurn(c: Ctx): Promise<Turn> {
  const documentId = c.req.param('id') ?? ''
  const turn = isId(documentId) ? await lastTurnOf(c.var.db, viewerOf(c), documentId) : undefined
  return turn ?? notFound()
}

readingRoutes.get(`${EXTERNAL_PATH}/review-doc`, async (c) => {
  const turn = await requireEnteredTurn(c)
  if (turn.state === 'accepted' || turn.state === 'returned')
    return goTo(c, `/review/review-complete?review=${turn.reviewer_id}`)
  return reviewerPage(c, turn)
})

const Rejection = v.object({
  reasons: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(2000, 'common.problem.tooLong'),
  ),
})

/**
 * Both kinds of reviewers use the same routes; they differ in how the turn is found and where to go next.
 */
const READER_ROUTES = [
  { at: EXTERNAL_PATH, find: requireEnteredTurn },
  { at: '/mgmt/:id/review', find: findOwnTurn },
]

/**
 * The page that confirms an answer. If no answer is pending, redirects to the reviewer's page, which shows
 * the state of the review.
 */
function outcomePage(c: Ctx, turn: Turn, outcome: 'approval' | 'rejection', form: FormState = {}) {
  const reader = readerOf(turn)
  if (turn.state !== 'asked') return goTo(c, reader.page)
  const Page = outcome === 'approval' ? AcceptPage : RejectPage
  const content = <Page turn={turn} reader={reader} {...form} />
  return page(c, content, { ...frameOf(turn), status: form.problems ? 422 : 200 })
}

/** Redirects to the reviewer's page, which shows the state even if the answer came twice or too late. */
async function answerBy(c: Ctx, turn: Turn, giveAnswer: () => Promise<void>) {
  try {
    await giveAnswer()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'TASK_LAPSED')) throw error
  }
  return goTo(c, readerOf(turn).page)
}

for (const { at, find } of READER_ROUTES) {
  readingRoutes.post(`${at}/comments`, async (c) => {
    const turn = await find(c)
    if (turn.state !== 'asked') return showLateText(c, turn)
    const { text } = await readForTurn(c, turn)
    const reader = readerOf(turn, viewIn(c.req.query()))
    const place = { documentId: turn.document_id, roundId: turn.round_id, reader, text }
    const submitted = await submitComment(c, place)
    return 'again' in submitted ? reviewerPage(c, turn, submitted.again) : goTo(c, submitted.goTo)
  })

  readingRoutes.post(`${at}/comments/:comment/removal`, async (c) => {
    await requireForm(c)
    const turn = await find(c)
    const reader = readerOf(turn, viewIn(c.req.query()))
    return goTo(c, await withdrawComment(c.var.db, turn.document_id, reader, c.req.param('comment') ?? ''))
  })

  readingRoutes.post(`${at}/approval`, async (c) => {
    await requireForm(c)
    const turn = await find(c)
    return answerBy(c, turn, () => acceptAll(c.var.db, turn))
  })

  readingRoutes.post(`${at}/rejection`, async (c) => {
    const turn = await find(c)
    const form = await readForm(c, Rejection, MAX_REQUEST_BYTES)
    if (!form.ok && turn.state === 'asked') {
      return outcomePage(c, turn, 'rejection', form)
    }
    return answerBy(c, turn, () => rejectAndReturn(c.var.db, turn, form.ok ? form.output.reasons : ''))
  })

  // After a rejected form the browser shows this URL; reloading it redirects to the page with the form.
  readingRoutes.get(`${at}/comments`, async (c) => goTo(c, readerOf(await find(c)).page))

  for (const outcome of ['approval', 'rejection'] as const)
    readingRoutes.get(`${at}/${outcome}`, async (c) => outcomePage(c, await find(c), outcome))
}
