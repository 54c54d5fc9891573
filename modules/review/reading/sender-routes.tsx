import * as v from 'valibot'
import { findDocument, findHeading } from '#modules/documents/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { noteOpened } from '../entrance/identity.ts'
import { endReturnedRound, letOthersFinish } from '../inviting/early-return.ts'
import { findToReview, lockReview } from '../inviting/reviewer.ts'
import { remindReviewer } from '../inviting/reviewer-change.ts'
import { reopenDraft, withdrawReview } from '../inviting/round.ts'
import { COMMENT_STATES } from '../schema.ts'
import { outsidersIn } from './audience.ts'
import { decideComment } from './comment.ts'
import { pollingAddress } from './progress-routes.tsx'
import { takeProposal } from './proposal.ts'
import { placeAt, type Reader, viewIn } from './reader.ts'
import { type LoadedReview, readReview, textOf, turnIn } from './reading.ts'
import { reviewerPage } from './reading-routes.tsx'
import { formInAddress, submitComment, withdrawComment } from './submit-comment.ts'
import type { OpenForm } from './views/comment-form.tsx'
import { SenderPage } from './views/sender-page.tsx'

/** The sender's pages of a review, and the actions on comments. */
export const senderRoutes = routes()

const PATH = '/mgmt/:id'
const idOf = (c: Ctx) => c.req.param('id') ?? ''

const PAGES = { 'review-doc': 'review.progress', 'refund-doc': 'review.returned' } as const
type PageName = keyof typeof PAGES

const readRound = (c: Ctx) => {
  const text = c.req.query('round') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined
}

/** Which of the two pages the form was on. */
const readPageName = (c: Ctx): PageName => (c.req.query('on') === 'returned' ? 'refund-doc' : 'review-doc')

export function senderOf(c: Ctx, documentId: string, name = readPageName(c)): Reader {
  const viewer = viewerOf(c)
  const mayWrite = viewer.permissions.includes('document.create')
  const base = `/mgmt/${documentId}`
  return {
    author: { accountId: viewer.id, name: viewer.name },
    base,
    page: `${base}/${name}`,
    view: viewIn(c.req.query()),
    mayComment: mayWrite,
    mayBeInternal: true,
    outsiders: [],
    mayDecide: mayWrite,
    mayInsert: false,
  }
}

/** The document statuses in which a proposal can be accepted. */
const ACCEPTING_STATUSES: ReadonlySet<string> = new Set(['draft', 'returned', 'approved'])

/** `loadedReview`: the review, if it was already loaded. */
async function readForSender(c: Ctx, name = readPageName(c), loadedReview?: LoadedReview) {
  const viewer = viewerOf(c)
  const document = await findDocument(c.var.db, viewer, idOf(c))
  const loaded =
    loadedReview ?? (await readReview(c.var.db, document.id, { accountId: viewer.id, round: readRound(c) }))
  const reading = loaded ?? notFound()
  const sender = senderOf(c, document.id, name)
  const mayInsert = sender.mayDecide && ACCEPTING_STATUSES.has(document.status)
  const reader = { ...sender, outsiders: outsidersIn(reading.rounds), mayInsert }
  const text = textOf(document, reading.round, reading)
  return { ...reading, document, reader, text, comparedRound: reading.earlier?.number }
}

async function senderPage(
  c: Ctx,
  name: PageName,
  refusedForm: OpenForm | null = null,
  loadedReview?: LoadedReview,
  refused?: AppError,
) {
  const reading = await readForSender(c, name, loadedReview)
  const { comparedRound } = reading
  const openForm = refusedForm ?? formInAddress(c, reading)
  const { show = '', list = '' } = c.req.query()
  const changesOnly = show === 'changes' && comparedRound !== undefined
  const news =
    refusedForm || refused ? null : pollingAddress(c, `/mgmt/${reading.document.id}/review/news`, reading)
  const content = (
    <SenderPage
      {...reading}
      openForm={openForm}
      changesOnly={changesOnly}
      list={list}
      name={name}
      news={news}
      refused={refused}
    />
  )
  const title = translate(c.var.locale)(PAGES[name])
  const status = refused ? (refused.status as 409 | 429) : refusedForm?.problems ? 422 : 200
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs', status })
}

const loadReview = async (c: Ctx) =>
  isId(idOf(c)) ? readReview(c.var.db, idOf(c), { accountId: viewerOf(c).id, round: readRound(c) }) : null

/** Runs an action; if the action is not possible, shows the error on the same page. */
async function actOrShowError(c: Ctx, act: () => Promise<void>, nextPath: () => string) {
  try {
    await act()
    return goTo(c, nextPath())
  } catch (error) {
    if (!(error instanceof AppError && (error.status === 409 || error.status === 429))) throw error
    const read = await loadReview(c)
    if (!read) throw error
    return senderPage(c, readPageName(c), null, read, error)
  }
}

/** Redirects to the invitation if the document was never sent for review. */
async function redirectToInvitation(c: Ctx) {
  const { id } = await findHeading(c.var.db, viewerOf(c), idOf(c))
  const mayInvite = viewerOf(c).permissions.includes('document.create')
  return goTo(c, `/mgmt/${id}/${mayInvite ? 'invite-review' : 'view-doc'}`)
}

senderRoutes.get(`${PATH}/review-doc`, async (c) => {
  const read = await loadReview(c)
  if (!read) return redirectToInvitation(c)
  const { id, teamId } = viewerOf(c)
  // Only a member of the sending team may see the document.
  const inTeam = read.round.team_id === teamId
  const ownTurn = inTeam && read.round.turns.find(({ account_id }) => account_id === id)
  if (!ownTurn) return senderPage(c, 'review-doc', null, read)
  const turn = turnIn(read.round, ownTurn)
  // The mailed link leads here even without the task. A supporter who views the page does not count as
  // having opened it.
  if (!turn.opened_at && turn.state === 'asked' && !c.var.writableDb)
    await c.var.db.transaction().execute((trx) => noteOpened(trx, turn))
  return reviewerPage(c, turn, null, read)
})

senderRoutes.get(`${PATH}/refund-doc`, async (c) => {
  const read = await loadReview(c)
  return read ? senderPage(c, 'refund-doc', null, read) : redirectToInvitation(c)
})

senderRoutes.post(`${PATH}/comments`, async (c) => {
  const { document, round, reader, text } = await readForSender(c)
  await findToReview(c.var.db, viewerOf(c), document.id)
  const submitted = await submitComment(c, { documentId: document.id, roundId: round.id, reader, text })
  return 'again' in submitted ? senderPage(c, readPageName(c), submitted.again) : goTo(c, submitted.goTo)
})

senderRoutes.post(`${PATH}/comments/:comment/removal`, async (c) => {
  await requireForm(c)
  const { document, reader } = await readForSender(c)
  return goTo(c, await withdrawComment(c.var.db, document.id, reader, c.req.param('comment')))
})

/** `from`: whether the form was in the list of all comments, or beside the clause. */
const Decision = v.object({
  state: v.picklist(COMMENT_STATES),
  from: v.fallback(v.picklist(['listed', 'said']), 'said'),
})

senderRoutes.post(`${PATH}/comments/:comment/decision`, async (c) => {
  const form = await readForm(c, Decision)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: 'state' })
  const documentId = idOf(c)
  const commentId = c.req.param('comment')
  const { state, from } = form.output
  const viewer = viewerOf(c)
  await findToReview(c.var.db, viewer, documentId)
  const decide = () =>
    state === 'taken'
      ? takeProposal(c.var.db, viewer, documentId, commentId)
      : c.var.db.transaction().execute(async (trx) => {
          await lockReview(trx, documentId)
          await decideComment(trx, documentId, commentId, { state, by: viewer.name })
        })
  return actOrShowError(c, decide, () => placeAt(senderOf(c, documentId), `${from}-${commentId}`))
})

senderRoutes.post(`${PATH}/review-withdrawal`, async (c) => {
  await requireForm(c)
  const act = () => withdrawReview(c.var.db, viewerOf(c), idOf(c))
  return actOrShowError(c, act, () => `/mgmt/${idOf(c)}/edit-doc?done=withdrawn`)
})

senderRoutes.post(`${PATH}/round-end`, async (c) => {
  await requireForm(c)
  const act = () => endReturnedRound(c.var.db, viewerOf(c), idOf(c))
  return actOrShowError(c, act, () => `/mgmt/${idOf(c)}/refund-doc`)
})

senderRoutes.post(`${PATH}/round-continuation`, async (c) => {
  await requireForm(c)
  const act = () => letOthersFinish(c.var.db, viewerOf(c), idOf(c))
  return actOrShowError(c, act, () => `/mgmt/${idOf(c)}/review-doc`)
})

senderRoutes.post(`${PATH}/reopening`, async (c) => {
  await requireForm(c)
  const act = () => reopenDraft(c.var.db, viewerOf(c), idOf(c))
  return actOrShowError(c, act, () => `/mgmt/${idOf(c)}/edit-doc?done=reopened`)
})

senderRoutes.post(`${PATH}/reviewers/:reviewer/reminder`, async (c) => {
  await requireForm(c)
  const remind = () => remindReviewer(c.var.db, viewerOf(c), idOf(c), c.req.param('reviewer'))
  return actOrShowError(c, remind, () => `/mgmt/${idOf(c)}/review-doc`)
})

// After a rejected form the browser shows the form's URL; a reload redirects to the review.
const FORMS = [
  'comments',
  'comments/:comment/removal',
  'comments/:comment/decision',
  'review-withdrawal',
  'round-end',
  'round-continuation',
  'reopening',
  'reviewers/:reviewer/reminder',
]
for (const form of FORMS)
  senderRoutes.get(`${PATH}/${form}`, async (c) => {
    const { id } = await findHeading(c.var.db, viewerOf(c), idOf(c))
    return goTo(c, `/mgmt/${id}/review-doc`)
  })
