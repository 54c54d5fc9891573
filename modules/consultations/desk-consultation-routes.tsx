import * as v from 'valibot'
import { hasGaps, insertReply, listReplies } from '#modules/replies/index.ts'
import { translate } from '#src/core/i18n.ts'
import { readDecimal } from '#src/core/money.ts'
import { type FormState, type Problems, readForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { MAX_FILE_BYTES, openFile, readAttachments, readNumber, typeOf } from './attachments.ts'
import { problemAt } from './consultation-routes.tsx'
import {
  addNote,
  answerRequest,
  closeRequest,
  deliver,
  findRequestForDesk,
  listRequestsForDesk,
  makeOffer,
  readDeskFilter,
} from './desk-consultation.ts'
import { requiredText, trimmedText } from './request-form.ts'
import { numberOf } from './step.ts'
import { DeskConsultationPage, placeholderValues } from './views/desk-consultation-page.tsx'
import { DeskConsultationsPage } from './views/desk-consultations-page.tsx'

/** The pages on which our staff handle requests for tailor-made documents. */
export const deskConsultationRoutes = routes()

const HOME = '/desk/consultations'
const DETAIL_PATH = `${HOME}/:id`
const FRAME = { shell: 'mgmt', current: 'deskConsultations' } as const
const idOf = (c: Ctx) => c.req.param('id') ?? ''
const goToRequest = (c: Ctx, done: string) => goTo(c, `${HOME}/${idOf(c)}?done=${done}`)

deskConsultationRoutes.get(HOME, async (c) => {
  const filter = readDeskFilter(c.req.query())
  const list = await listRequestsForDesk(c.var.db, viewerOf(c), filter)
  const title = translate(c.var.locale)('consultation.desk.title')
  return page(c, <DeskConsultationsPage {...list} filter={filter} />, { title, ...FRAME })
})

async function itemPage(c: Ctx, formState: FormState = {}) {
  const request = await findRequestForDesk(c.var.db, idOf(c))
  const replies = await listReplies(c.var.db)
  const props = { request, replies, viewer: viewerOf(c), done: c.req.query('done'), ...formState }
  const title = translate(c.var.locale)('consultation.pageTitle', { number: numberOf(request.id) })
  const status = formState.problems ? 422 : 200
  return page(c, <DeskConsultationPage {...props} />, { title, ...FRAME, status })
}

deskConsultationRoutes.get(DETAIL_PATH, (c) => itemPage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['note', 'answer', 'reply', 'offer', 'delivery', 'closing'])
  deskConsultationRoutes.get(`${DETAIL_PATH}/${action}`, async (c) => {
    const { id } = await findRequestForDesk(c.var.db, idOf(c))
    return goTo(c, `${HOME}/${id}`)
  })

deskConsultationRoutes.get(`${DETAIL_PATH}/file`, async (c) => {
  const { id } = await findRequestForDesk(c.var.db, idOf(c))
  const file = await openFile(c.var.db, id, readNumber(c.req.query('number')))
  return sendAttachment(c, file.name, typeOf(file), file.bytes)
})

deskConsultationRoutes.post(`${DETAIL_PATH}/note`, async (c) => {
  const form = await readForm(c, v.object({ note: requiredText(1000) }))
  if (!form.ok) return itemPage(c, form)
  await addNote(c.var.db, viewerOf(c), idOf(c), form.output.note)
  return goToRequest(c, 'note')
})

/**
 * Runs a step of our staff. Shows the form again with the typed values if a colleague or the customer acted
 * first.
 */
async function runOrShowForm(c: Ctx, field: string, values: FormState['values'], work: () => Promise<void>) {
  try {
    await work()
    return null
  } catch (error) {
    return itemPage(c, { values, ...problemAt(field, error) })
  }
}

/** The text of a message to the customer, without unfilled placeholders of a saved reply. */
const MessageText = v.pipe(
  requiredText(4000),
  v.check((text) => !hasGaps(text), 'replies.problem.gaps'),
)

deskConsultationRoutes.post(`${DETAIL_PATH}/reply`, async (c) => {
  const request = await findRequestForDesk(c.var.db, idOf(c))
  return itemPage(c, await insertReply(c, 'answer', placeholderValues(request, viewerOf(c))))
})

for (const [path, field, done, send] of [
  ['answer', 'answer', 'answer', answerRequest],
  ['closing', 'ground', 'close', closeRequest],
] as const)
  deskConsultationRoutes.post(`${DETAIL_PATH}/${path}`, async (c) => {
    const form = await readForm(c, v.object({ [field]: MessageText }))
    if (!form.ok) return itemPage(c, form)
    const words = form.output[field] as string
    const work = () => send(c.var.db, viewerOf(c), idOf(c), words)
    return (await runOrShowForm(c, field, form.values, work)) ?? goToRequest(c, done)
  })

/** The maximum amount, a hundred million, in hundredths. */
const MAX_AMOUNT = 10_000_000_000n

const AmountField = v.pipe(
  v.string(),
  v.transform(readDecimal),
  v.check((amount) => amount !== null && amount > 0n && amount <= MAX_AMOUNT, 'consultation.problem.amount'),
  v.transform((amount) => amount!),
)

const Offer = v.object({
  amount: v.pipe(requiredText(20), AmountField),
  amountUsd: v.pipe(
    trimmedText(20),
    v.transform((text) => text || null),
    v.nullable(AmountField),
  ),
  days: v.pipe(
    requiredText(3),
    v.regex(/^\d+$/, 'common.problem.format'),
    v.transform(Number),
    v.minValue(1, 'consultation.problem.days'),
    v.maxValue(180, 'consultation.problem.days'),
  ),
  terms: requiredText(4000),
})

deskConsultationRoutes.post(`${DETAIL_PATH}/offer`, async (c) => {
  const form = await readForm(c, Offer)
  if (!form.ok) return itemPage(c, form)
  const work = () => makeOffer(c.var.db, viewerOf(c), idOf(c), form.output)
  return (await runOrShowForm(c, 'terms', form.values, work)) ?? goToRequest(c, 'offer')
})

deskConsultationRoutes.post(`${DETAIL_PATH}/delivery`, async (c) => {
  const DeliveryForm = v.object({ covering: trimmedText(4000) })
  const { form, files, names } = await readFormWithFiles(c, DeliveryForm, 'file', MAX_FILE_BYTES)
  const { values } = form
  const attachments = readAttachments(files, names)
  const problems: Problems = form.ok ? {} : form.problems
  if (typeof attachments === 'string') problems.file = attachments
  else if (!attachments.length) problems.file = 'common.problem.required'
  if (!form.ok || typeof attachments === 'string' || !attachments.length)
    return itemPage(c, { values, problems })
  const work = () => deliver(c.var.db, viewerOf(c), idOf(c), form.output.covering, attachments)
  return (await runOrShowForm(c, 'covering', values, work)) ?? goToRequest(c, 'deliver')
})
