import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { Moment } from '#views/values/moment.tsx'
import { addReply, deleteReply, editReply, findReply, listReplies } from './reply.ts'
import { ReplyForm, textsOf, valuesOf } from './reply-form.ts'
import { RepliesPage } from './views/replies-page.tsx'
import { ReplyPage } from './views/reply-page.tsx'

export const replyRoutes = routes()

const HOME = '/desk/replies'
const FRAME = { shell: 'mgmt', current: 'deskFeedback' } as const

replyRoutes.get(HOME, async (c) => {
  const replies = await listReplies(c.var.db)
  const title = translate(c.var.locale)('replies.title')
  const content = <RepliesPage replies={replies} locale={c.var.locale} done={c.req.query('done')} />
  return page(c, content, { title, ...FRAME })
})

async function replyPage(c: Ctx, id: string | null, formState: FormState = {}) {
  const reply = id ? await findReply(c.var.db, id) : null
  const t = translate(c.var.locale)
  const title = reply?.name ?? t('replies.add')
  const storedValues = reply
    ? { ...valuesOf(reply.name, reply.texts), was: reply.updated_at.toISOString() }
    : {}
  const lead = reply && (
    <>
      {reply.staffName} · <Moment at={reply.updated_at} />
    </>
  )
  const props = { id, title, lead, problems: formState.problems, values: formState.values ?? storedValues }
  return page(c, <ReplyPage {...props} />, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

replyRoutes.get(`${HOME}/new`, (c) => replyPage(c, null))
replyRoutes.get(`${HOME}/:id`, (c) => replyPage(c, c.req.param('id')))
replyRoutes.get(`${HOME}/:id/removal`, (c) => goTo(c, `${HOME}/${c.req.param('id')}`))

const SubmittedReply = v.object({ ...ReplyForm.entries, was: v.optional(v.string(), '') })

async function save(c: Ctx, id: string | null) {
  if (id) await findReply(c.var.db, id)
  const form = await readForm(c, SubmittedReply)
  if (!form.ok) return replyPage(c, id, form)
  const { values, output } = form
  const content = { name: output.name, texts: textsOf(output) }
  try {
    if (!id) await addReply(c.var.db, viewerOf(c), content)
    else if (!(await editReply(c.var.db, viewerOf(c), id, output.was, content))) {
      const { updated_at } = await findReply(c.var.db, id)
      const currentValues = { ...values, was: updated_at.toISOString() }
      return replyPage(c, id, { values: currentValues, problems: { form: 'replies.problem.changed' } })
    }
    return goTo(c, `${HOME}?done=saved`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'REPLY_NAME_EXISTS')
      return replyPage(c, id, { values, problems: { name: error.words } })
    if (error.code === 'TOO_MANY_REPLIES')
      return replyPage(c, id, { values, problems: { form: error.words } })
    throw error
  }
}

replyRoutes.post(`${HOME}/new`, (c) => save(c, null))
replyRoutes.post(`${HOME}/:id`, (c) => save(c, c.req.param('id')))

replyRoutes.post(`${HOME}/:id/removal`, async (c) => {
  await requireForm(c)
  await deleteReply(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${HOME}?done=deleted`)
})
