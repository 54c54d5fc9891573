import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { fragment, page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import type { NewLink } from '../emails/answer.ts'
import { providerOf } from '../providers/registry.ts'
import { AddressForm as AddressFields } from '../views/address-form.tsx'
import { AnswerForm as AnswerFields } from '../views/answer-form.tsx'
import { DeadlineForm as DeadlineFields } from '../views/deadline-form.tsx'
import { SigningPage } from '../views/signing-page.tsx'
import { WaiverForm } from '../views/waiver-form.tsx'
import { AddressForm, correctAddress, findCorrectable } from './address-correction.ts'
import { DeadlineForm, extendDeadline, findRunning } from './deadline.ts'
import { findSigning, ownLink, remindSignatory } from './progress.ts'
import { AnswerForm, answerQuestion, findQuestion } from './questions.ts'
import { findWaivable, waiveRealName } from './real-name-waiver.ts'

/** The sender's page of a signing, and its actions while the signing runs. */
export const senderRoutes = routes()

const goToSigning = (c: Ctx) => goTo(c, `/mgmt/${c.req.param('id')}/signing`)

senderRoutes.get('/mgmt/:id/signing', async (c) => {
  const signing = await findSigning(c.var.db, viewerOf(c), c.req.param('id'))
  const content = <SigningPage {...signing} viewer={viewerOf(c)} />
  if (isFragmentRequest(c)) return fragment(c, content)
  const title = translate(c.var.locale)('signing.progress')
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs' })
})

senderRoutes.post('/mgmt/:id/own-turn', async (c) => {
  await requireForm(c)
  return goTo(c, await ownLink(c.var.db, viewerOf(c), c.req.param('id')))
})

senderRoutes.post('/mgmt/:id/signatories/:signatory/reminder', async (c) => {
  await requireForm(c)
  await remindSignatory(c.var.db, viewerOf(c), c.req.param('id'), c.req.param('signatory'))
  return goToSigning(c)
})

/** Shows a form again with an error at one of its fields; throws all other errors. */
function formWithError(
  c: Ctx,
  error: unknown,
  { values, field }: { values?: FormState['values']; field: string },
) {
  if (!(error instanceof AppError) || !FIELD_ERRORS.has(error.code)) throw error
  logRefused(c, error)
  const form: FormState = { values, problems: { [field]: error.words }, details: error.details }
  return { form, status: error.status as 422 | 429 }
}

/** Errors that are shown at a field. */
const FIELD_ERRORS: ReadonlySet<string> = new Set([
  'INVALID_FIELD',
  'DUPLICATE_PARTY_CONTACT',
  'TOO_MANY_REQUESTS',
])

interface PageState {
  form?: FormState
  status?: 200 | 422 | 429
}

async function addressPage(c: Ctx, { form, status }: PageState = {}) {
  const [id, signatoryId] = [c.req.param('id')!, c.req.param('signatory')!]
  const { signatory } = await findCorrectable(c.var.db, viewerOf(c), id, signatoryId)
  const title = translate(c.var.locale)('signing.refused.title')
  const fields = <AddressFields {...form} documentId={id} signatory={signatory} />
  return actionPage(c, { title, form: fields, status, current: 'myDocs' })
}

senderRoutes.get('/mgmt/:id/signatories/:signatory/address', async (c) => {
  try {
    return await addressPage(c)
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIGNING_STATUS_WRONG') return goToSigning(c)
    throw error
  }
})

senderRoutes.post('/mgmt/:id/signatories/:signatory/address', async (c) => {
  const { id: documentId, signatory: signatoryId } = c.req.param()
  const form = await readForm(c, AddressForm)
  if (!form.ok) return addressPage(c, { form, status: 422 })
  try {
    await correctAddress(c.var.db, viewerOf(c), { documentId, signatoryId, ...form.output })
  } catch (error) {
    return addressPage(c, formWithError(c, error, { values: form.values, field: 'email' }))
  }
  return goToSigning(c)
})

senderRoutes.get('/mgmt/:id/signatories/:signatory/real-name-waiver', async (c) => {
  const { id, signatory: signatoryId } = c.req.param()
  try {
    const { signatory } = await findWaivable(c.var.db, viewerOf(c), id, signatoryId)
    const title = translate(c.var.locale)('signing.realName.waiver.title')
    const form = <WaiverForm documentId={id} signatory={signatory} />
    return actionPage(c, { title, form, current: 'myDocs' })
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIGNING_STATUS_WRONG') return goToSigning(c)
    throw error
  }
})

senderRoutes.post('/mgmt/:id/signatories/:signatory/real-name-waiver', async (c) => {
  await requireForm(c)
  await waiveRealName(c.var.db, viewerOf(c), c.req.param('id'), c.req.param('signatory'))
  return goToSigning(c)
})

async function deadlinePage(c: Ctx, { form, status }: PageState = {}) {
  const { document, signing } = await findRunning(c.var.db, viewerOf(c), c.req.param('id')!)
  const title = translate(c.var.locale)('signing.extend.title')
  const fields = <DeadlineFields {...form} documentId={document.id} expiresAt={signing.expires_at} />
  return actionPage(c, { title, form: fields, status, current: 'myDocs' })
}

senderRoutes.get('/mgmt/:id/signing-deadline', async (c) => {
  try {
    return await deadlinePage(c)
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIGNING_STATUS_WRONG') return goToSigning(c)
    throw error
  }
})

senderRoutes.post('/mgmt/:id/signing-deadline', async (c) => {
  const form = await readForm(c, DeadlineForm)
  if (!form.ok) return deadlinePage(c, { form, status: 422 })
  try {
    await extendDeadline(c.var.db, viewerOf(c), c.req.param('id'), form.output.until)
  } catch (error) {
    return deadlinePage(c, formWithError(c, error, { values: form.values, field: 'until' }))
  }
  return goToSigning(c)
})

async function answerPage(c: Ctx, { form, status }: PageState = {}) {
  const { id, question: questionId } = c.req.param() as Record<string, string>
  const { question } = await findQuestion(c.var.db, viewerOf(c), id!, questionId!)
  if (question.answered_at) return goToSigning(c)
  const title = translate(c.var.locale)('signing.answer.title', { name: question.asked_by })
  const fields = <AnswerFields {...form} documentId={id!} question={question} />
  return actionPage(c, { title, form: fields, status, current: 'myDocs' })
}

senderRoutes.get('/mgmt/:id/questions/:question', (c) => answerPage(c))

senderRoutes.post('/mgmt/:id/questions/:question', async (c) => {
  const { id: documentId, question: questionId } = c.req.param()
  const form = await readForm(c, AnswerForm)
  if (!form.ok) return answerPage(c, { form, status: 422 })
  const { answer } = form.output
  const newLink: NewLink = (trx, turn) => providerOf(turn).signerLink(trx, turn.id)
  await answerQuestion(c.var.db, viewerOf(c), { documentId, questionId, answer }, newLink)
  return goToSigning(c)
})
