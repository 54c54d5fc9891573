import * as v from 'valibot'
import { hasGaps, insertReply, listReplies } from '#modules/replies/index.ts'
import { translate } from '#src/core/i18n.ts'
import { mediaType } from '#src/files/pictures/picture.ts'
import { type FormState, type Problems, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import {
  actionsOnFeedback,
  addNote,
  answerFeedback,
  answerInterim,
  closeFeedback,
  findFeedback,
  listFeedback,
  readFilter,
  reopenFeedback,
} from './desk-feedback.ts'
import { findAttachment, numberOf } from './feedback.ts'
import { DeskFeedbackItem, placeholderValues } from './views/desk-feedback-item.tsx'
import { DeskFeedbackPage } from './views/desk-feedback-page.tsx'

export const deskFeedbackRoutes = routes()

const HOME = '/desk/feedback'
const FRAME = { shell: 'mgmt', current: 'deskFeedback' } as const

deskFeedbackRoutes.get(HOME, async (c) => {
  const filter = readFilter(c.req.query())
  const list = await listFeedback(c.var.db, viewerOf(c), filter)
  const title = translate(c.var.locale)('messaging.desk.title')
  return page(c, <DeskFeedbackPage {...list} filter={filter} />, { title, ...FRAME })
})

async function itemPage(c: Ctx, formState: FormState = {}) {
  const id = c.req.param('id')!
  const feedback = await findFeedback(c.var.db, id)
  const actions = await actionsOnFeedback(c.var.db, id)
  const replies = feedback.state === 'open' ? await listReplies(c.var.db) : []
  const done = c.req.query('done')
  const content = (
    <DeskFeedbackItem
      feedback={feedback}
      actions={actions}
      replies={replies}
      done={done}
      {...formState}
      viewer={viewerOf(c)}
    />
  )
  const title = translate(c.var.locale)('messaging.desk.itemTitle', { number: numberOf(id) })
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

const DETAIL_PATH = `${HOME}/:id`
const goToItem = (c: Ctx, done: string) => goTo(c, `${HOME}/${c.req.param('id')}?done=${done}`)

deskFeedbackRoutes.get(DETAIL_PATH, (c) => itemPage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['note', 'answer', 'reply', 'closing', 'reopening'])
  deskFeedbackRoutes.get(`${DETAIL_PATH}/${action}`, async (c) => {
    const { id } = await findFeedback(c.var.db, c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })

const requiredText = (max: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(max, 'common.problem.tooLong'),
  )

deskFeedbackRoutes.post(`${DETAIL_PATH}/note`, async (c) => {
  const form = await readForm(c, v.object({ note: requiredText(1000) }))
  if (!form.ok) return itemPage(c, form)
  await addNote(c.var.db, viewerOf(c), c.req.param('id'), form.output.note)
  return goToItem(c, 'note')
})

const tooLateProblem = (field: string): Problems => ({ [field]: 'messaging.desk.tooLate' })

deskFeedbackRoutes.post(`${DETAIL_PATH}/answer`, async (c) => {
  const Answer = v.object({
    step: v.optional(v.string(), ''),
    answer: v.pipe(
      requiredText(5000),
      v.check((text) => !hasGaps(text), 'replies.problem.gaps'),
    ),
  })
  const form = await readForm(c, Answer)
  if (!form.ok) return itemPage(c, form)
  const isInterim = form.output.step === 'interim'
  const send = isInterim ? answerInterim : answerFeedback
  const wasSent = await send(c.var.db, viewerOf(c), c.req.param('id'), form.output.answer)
  return wasSent
    ? goToItem(c, isInterim ? 'interim' : 'answer')
    : itemPage(c, { values: form.values, problems: tooLateProblem('answer') })
})

deskFeedbackRoutes.post(`${DETAIL_PATH}/reply`, async (c) => {
  const feedback = await findFeedback(c.var.db, c.req.param('id'))
  return itemPage(c, await insertReply(c, 'answer', placeholderValues(feedback, viewerOf(c))))
})

deskFeedbackRoutes.post(`${DETAIL_PATH}/closing`, async (c) => {
  const form = await readForm(c, v.object({ ground: requiredText(500) }))
  if (!form.ok) return itemPage(c, form)
  const wasClosed = await closeFeedback(c.var.db, viewerOf(c), c.req.param('id'), form.output.ground)
  return wasClosed
    ? goToItem(c, 'close')
    : itemPage(c, { values: form.values, problems: tooLateProblem('ground') })
})

deskFeedbackRoutes.post(`${DETAIL_PATH}/reopening`, async (c) => {
  await requireForm(c)
  await reopenFeedback(c.var.db, viewerOf(c), c.req.param('id'))
  return goToItem(c, 'reopen')
})

deskFeedbackRoutes.get(`${DETAIL_PATH}/attachment`, async (c) => {
  const id = c.req.param('id')
  const { type, bytes } = await findAttachment(c.var.db, id)
  c.header('Content-Type', mediaType(type))
  c.header('Content-Disposition', `attachment; filename="feedback-${numberOf(id)}.${type}"`)
  c.header('Content-Security-Policy', `sandbox; default-src 'none'; frame-ancestors 'none'`)
  return c.body(new Uint8Array(bytes))
})
