import { translate } from '#src/core/i18n.ts'
import { readMove } from '#src/core/reorder.ts'
import { AnyForm, type FormState, readForm, requireForm, type Values } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import {
  actionsOnFaq,
  addFaq,
  type DeskFaq,
  digestOf,
  editFaq,
  findFaq,
  listDeskFaqs,
  moveFaq,
  setArchived,
} from './desk-faq.ts'
import { FaqForm, textsOf, valuesOf } from './faq-form.ts'
import { DeskFaqItem } from './views/desk-faq-item.tsx'
import { DeskFaqPage, DONE_ACTIONS, type DoneAction } from './views/desk-faq-page.tsx'

export const deskFaqRoutes = routes()

const HOME = '/desk/faq'
const FRAME = { shell: 'mgmt', current: 'deskFaq' } as const

deskFaqRoutes.get(HOME, async (c) => {
  const faqs = await listDeskFaqs(c.var.db)
  const { done: doneParameter, id } = c.req.query()
  const action = DONE_ACTIONS.find((one) => one === doneParameter)
  const faq = faqs.find((one) => one.id === id)
  const done = action && faq && isNoticeCurrent(action, faq) ? { action, faq } : null
  const title = translate(c.var.locale)('messaging.faqDesk.title')
  return page(c, <DeskFaqPage faqs={faqs} done={done} locale={c.var.locale} />, {
    title,
    scripts: ['views/scripts/reorder-script.ts'],
    ...FRAME,
  })
})

/**
 * Whether the notice of an action still fits: its address may be opened again after a colleague has archived
 * or restored the question.
 */
const isNoticeCurrent = (action: DoneAction, { archived_at }: DeskFaq) =>
  action === 'saved' || (action === 'archived' || action === 'away') === Boolean(archived_at)

const redirectWithDone = (c: Ctx, id: string, action: DoneAction) =>
  goTo(c, `${HOME}?done=${action}&id=${id}`)

/** The form of the question with this id and its history, or of a new question. */
async function itemPage(c: Ctx, id: string | null, formState: FormState = {}) {
  const faq = id ? await findFaq(c.var.db, id) : null
  const actions = id ? await actionsOnFaq(c.var.db, id) : []
  const values = formState.values ?? (faq ? { ...valuesOf(faq.texts), was: digestOf(faq.texts) } : {})
  const title = translate(c.var.locale)(`messaging.faqDesk.${id ? 'editTitle' : 'addTitle'}`)
  const content = <DeskFaqItem {...formState} id={id} values={values} actions={actions} title={title} />
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

deskFaqRoutes.get(`${HOME}/new`, (c) => itemPage(c, null))
deskFaqRoutes.get(`${HOME}/:id`, (c) => itemPage(c, c.req.param('id')))

async function saveFaq(c: Ctx, id: string | null) {
  if (id) await findFaq(c.var.db, id)
  const form = await readForm(c, FaqForm)
  if (!form.ok) return itemPage(c, id, form)
  const texts = textsOf(form.output)
  const shownDigest = form.values.was ?? ''
  if (id && !(await editFaq(c.var.db, viewerOf(c), id, { was: shownDigest, texts })))
    return changedMeanwhile(c, id, form.values)
  const faqId = id ?? (await addFaq(c.var.db, viewerOf(c), texts))
  return redirectWithDone(c, faqId, id ? 'saved' : 'added')
}

/** Shows the typed text again, now based on a colleague's version: saving again replaces that version. */
async function changedMeanwhile(c: Ctx, id: string, values: Values) {
  const storedDigest = digestOf((await findFaq(c.var.db, id)).texts)
  return itemPage(c, id, {
    values: { ...values, was: storedDigest },
    problems: { form: 'messaging.faqDesk.changedMeanwhile' },
  })
}

deskFaqRoutes.post(HOME, (c) => saveFaq(c, null))
deskFaqRoutes.post(`${HOME}/:id`, (c) => saveFaq(c, c.req.param('id')))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const step of ['archiving', 'restoration', 'position'])
  deskFaqRoutes.get(`${HOME}/:id/${step}`, async (c) => {
    await findFaq(c.var.db, c.req.param('id'))
    return goTo(c, HOME)
  })

deskFaqRoutes.post(`${HOME}/:id/archiving`, async (c) => {
  await requireForm(c)
  await setArchived(c.var.db, viewerOf(c), c.req.param('id'), true)
  return redirectWithDone(c, c.req.param('id'), 'archived')
})

deskFaqRoutes.post(`${HOME}/:id/restoration`, async (c) => {
  await requireForm(c)
  await setArchived(c.var.db, viewerOf(c), c.req.param('id'), false)
  return redirectWithDone(c, c.req.param('id'), 'restored')
})

deskFaqRoutes.post(`${HOME}/:id/position`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const id = c.req.param('id')
  return redirectWithDone(c, id, await moveFaq(c.var.db, viewerOf(c), id, readMove(values)))
})
