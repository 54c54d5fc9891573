import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, type Problems, readForm, requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { NewDocTabs } from '#views/documents/new-doc-tabs.tsx'
import { MAX_FILE_BYTES, openFile, readAttachments, readNumber, typeOf } from './attachments.ts'
import {
  declineOffer,
  endRequest,
  findRequest,
  listRequests,
  replyToStaff,
  requestConsultation,
} from './consultation.ts'
import { importDelivered } from './import-delivered.ts'
import { RequestForm, requiredText, trimmedText } from './request-form.ts'
import { numberOf } from './step.ts'
import { ConsultForm, ConsultPanel } from './views/consult-panel.tsx'
import { ConsultationPage } from './views/consultation-page.tsx'
import { ConsultationsPage } from './views/consultations-page.tsx'

/** The pages on which customers request tailor-made documents and follow their requests. */
export const consultationRoutes = routes()

const HOME = '/mgmt/consultations'
const DETAIL_PATH = `${HOME}/:id`
const FRAME = { shell: 'mgmt', current: 'myDocs' } as const
const idOf = (c: Ctx) => c.req.param('id') ?? ''
const goToRequest = (c: Ctx, done: string) => goTo(c, `${HOME}/${idOf(c)}?done=${done}`)

/** The request tab of the new-document page; after an error, with the values that were typed. */
export async function consultTab(c: Ctx, formState: FormState = {}, status: 200 | 409 | 422 = 200) {
  const viewer = viewerOf(c)
  requirePermission(viewer, 'document.create')
  const { name, email, mobile } = viewer
  const { locale } = c.var
  const language = { zh_CN: 'zh-Hans', zh_TW: 'zh-Hant', en_US: 'en' }[locale]
  const defaultValues = { name, email: email ?? '', phone: mobile ?? '', language, bilingual: 'yes' }
  const form = { ...formState, values: formState.values ?? defaultValues }
  if (isFragmentRequest(c)) return fragment(c, <ConsultForm {...form} />, status)
  const { rows } = await listRequests(c.var.db, viewer, '')
  const content = (
    <NewDocTabs current="CONSULT_SELECT">
      <ConsultPanel latest={rows.slice(0, 5)} {...form} />
    </NewDocTabs>
  )
  return page(c, content, { title: translate(locale)('documents.newDoc'), shell: 'bare', status })
}

consultationRoutes.post(HOME, async (c) => {
  const { form, files, names } = await readFormWithFiles(c, RequestForm, 'file', MAX_FILE_BYTES)
  const { values } = form
  const attachments = readAttachments(files, names)
  const problems: Problems = form.ok ? {} : form.problems
  if (typeof attachments === 'string') problems.file = attachments
  if (!form.ok || typeof attachments === 'string') return consultTab(c, { values, problems }, 422)
  const { db, locale } = c.var
  try {
    const id = await requestConsultation(db, viewerOf(c), form.output, { locale, files: attachments })
    return goTo(c, `${HOME}/${id}?done=request`)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'CONSULTATION_LIMIT')) throw error
    return consultTab(c, { values, problems: { form: error.words }, details: error.details }, 409)
  }
})

consultationRoutes.get(HOME, async (c) => {
  const before = c.req.query('before') ?? ''
  const list = await listRequests(c.var.db, viewerOf(c), before)
  const title = translate(c.var.locale)('consultation.list.title')
  return page(c, <ConsultationsPage {...list} before={before} />, { title, ...FRAME })
})

async function requestPage(c: Ctx, formState: FormState = {}) {
  const request = await findRequest(c.var.db, viewerOf(c), idOf(c))
  const content = <ConsultationPage request={request} {...formState} done={c.req.query('done')} />
  const title = translate(c.var.locale)('consultation.pageTitle', { number: numberOf(request.id) })
  return page(c, content, { title, ...FRAME, status: formState.problems ? 422 : 200 })
}

consultationRoutes.get(DETAIL_PATH, (c) => requestPage(c))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const action of ['reply', 'acceptance', 'refusal', 'withdrawal', 'closing', 'import'])
  consultationRoutes.get(`${DETAIL_PATH}/${action}`, async (c) => {
    const { id } = await findRequest(c.var.db, viewerOf(c), idOf(c))
    return goTo(c, `${HOME}/${id}`)
  })

consultationRoutes.get(`${DETAIL_PATH}/file`, async (c) => {
  const { id } = await findRequest(c.var.db, viewerOf(c), idOf(c))
  const file = await openFile(c.var.db, id, readNumber(c.req.query('number')))
  return sendAttachment(c, file.name, typeOf(file), file.bytes)
})

const REPLIES = { name: 'consultation-reply', points: 20, per: 86_400 }

consultationRoutes.post(`${DETAIL_PATH}/reply`, async (c) => {
  const { form, files, names } = await readFormWithFiles(
    c,
    v.object({ words: requiredText(4000) }),
    'file',
    MAX_FILE_BYTES,
  )
  const { values } = form
  const attachments = readAttachments(files, names)
  const problems: Problems = form.ok ? {} : form.problems
  if (typeof attachments === 'string') problems.file = attachments
  if (!form.ok || typeof attachments === 'string') return requestPage(c, { values, problems })
  try {
    await consumePoint(REPLIES, viewerOf(c).id)
    await replyToStaff(c.var.db, viewerOf(c), idOf(c), form.output.words, attachments)
  } catch (error) {
    return requestPage(c, { values, ...problemAt('words', error) })
  }
  return goToRequest(c, 'reply')
})

/** The form state for a step that came too late or too often; rethrows any other error. */
export function problemAt(field: string, error: unknown): FormState {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'CONSULTATION_STATUS_WRONG')
    return { problems: { [field]: 'consultation.problem.tooLate' } }
  if (error.code !== 'TOO_MANY_REQUESTS') throw error
  return { problems: { [field]: error.words }, details: error.details }
}

const Offer = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))

consultationRoutes.post(`${DETAIL_PATH}/refusal`, async (c) => {
  const form = await readForm(c, v.object({ offer: Offer, reason: trimmedText(1000) }))
  if (!form.ok && form.problems.offer) throw new AppError('INVALID_FIELD', { field: 'offer' })
  if (!form.ok) return requestPage(c, form)
  await declineOffer(c.var.db, viewerOf(c), idOf(c), form.output.offer, form.output.reason)
  return goToRequest(c, 'decline')
})

for (const [path, move] of [
  ['withdrawal', 'withdraw'],
  ['closing', 'confirm'],
] as const)
  consultationRoutes.post(`${DETAIL_PATH}/${path}`, async (c) => {
    await requireForm(c)
    await endRequest(c.var.db, viewerOf(c), idOf(c), move)
    return goToRequest(c, move)
  })

/** Import errors that are shown on the page of the request, with links to solutions. */
const IMPORT_ERRORS: ReadonlySet<string> = new Set([
  'UPLOAD_NOT_IN_PLAN',
  'CLOUD_STORAGE_FULL',
  'UPLOAD_LIMIT',
  'PDF_REFUSED',
  'TOO_LARGE',
])

consultationRoutes.post(`${DETAIL_PATH}/import`, async (c) => {
  const form = await readForm(c, v.object({ number: v.string() }))
  const number = readNumber(form.values.number ?? '')
  try {
    const id = await importDelivered(c.var.db, viewerOf(c), idOf(c), number)
    return goTo(c, `/mgmt/${id}/my-docs-import-view?done=imported`)
  } catch (error) {
    if (!(error instanceof AppError && IMPORT_ERRORS.has(error.code))) throw error
    return requestPage(c, { problems: { import: error.words }, details: error.details })
  }
})
