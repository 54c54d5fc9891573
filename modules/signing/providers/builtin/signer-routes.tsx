import * as v from 'valibot'
import { finishedPaper, sendFile } from '#modules/documents/index.ts'
import { takePoint } from '#src/auth/rate-limit.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { type Problems, readForm, requireForm, type Values } from '#src/http/body.ts'
import { readCookie, writeCookie } from '#src/http/cookies.ts'
import { fragment, page } from '#src/http/page.tsx'
import { clientAddress } from '#src/http/security.ts'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import { getFile } from '#src/jobs/storage.ts'
import { checkOneTimeCode, sendOneTimeCode } from './one-time-code.ts'
import { latestRevision } from './revision.ts'
import { SignatureForm, signatureOf } from './signature.ts'
import { turnByEntrance, turnByToken } from './signer-link.ts'
import { decline, sign } from './turn.ts'
import { EntrancePage } from './views/entrance-page.tsx'
import { RefusalForm } from './views/refusal-form.tsx'
import { SignerPage } from './views/signer-page.tsx'

/** What a signatory sees: by the mailed link to a code, by the code to the document. */
export const signerRoutes = routes()

const CODE_TRIES = { name: 'sign-code', points: 60, per: 3600 }

interface EntranceState {
  codeSent?: boolean
  values?: Values
  problems?: Record<string, string>
  details?: Record<string, string | number>
  status?: 200 | 422
}

async function entrancePage(c: Ctx, token: string, { status = 200, ...state }: EntranceState = {}) {
  const turn = await turnByToken(c.var.db, token)
  const title = translate(c.var.locale)('signing.entrance.title')
  return page(c, <EntrancePage turn={turn} token={token} {...state} />, { title, shell: 'account', status })
}

signerRoutes.get('/sign/:token', (c) => entrancePage(c, c.req.param('token')))

signerRoutes.post('/sign/:token/code', async (c) => {
  const token = c.req.param('token')
  await requireForm(c)
  const turn = await turnByToken(c.var.db, token)
  try {
    await sendOneTimeCode(c.var.db, turn, { visitor: c.var.visitor, address: clientAddress(c) })
    return entrancePage(c, token, { codeSent: true })
  } catch (error) {
    if (error instanceof AppError)
      log.warn(
        { event: 'code refused', purpose: 'sign', reason: error.code, address: clientAddress(c) },
        'no code sent',
      )
    return entrancePage(c, token, { codeSent: true, ...problemOf(error), status: 422 })
  }
})

const CodeForm = v.object({
  code: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.regex(/^\d{6}$/, 'accounts.problem.code'),
  ),
})

signerRoutes.post('/sign/:token/entrance', async (c) => {
  const token = c.req.param('token')
  const form = await readForm(c, CodeForm)
  const turn = await turnByToken(c.var.db, token)
  const { values } = form
  if (!form.ok)
    return entrancePage(c, token, { codeSent: true, values, problems: form.problems, status: 422 })
  const { db, visitor } = c.var
  const address = clientAddress(c)
  try {
    await takePoint(CODE_TRIES, address)
    writeCookie(c, entranceCookie(turn.id), await checkOneTimeCode(db, turn, visitor, form.output.code), {
      httpOnly: true,
    })
    log.info({ event: 'entered', way: 'sign', signatory: turn.id, address }, 'entrance succeeded')
    return goTo(c, `/signing/${turn.id}`)
  } catch (error) {
    if (error instanceof AppError)
      log.warn(
        { event: 'entry refused', way: 'sign', reason: error.code, signatory: turn.id, address },
        'entrance failed',
      )
    return entrancePage(c, token, { codeSent: true, values, ...problemOf(error), status: 422 })
  }
})

function problemOf(error: unknown) {
  if (!(error instanceof AppError) || error.status === 404) throw error
  return { problems: { code: error.words }, details: error.details }
}

const entranceCookie = (signatoryId: string) => `${config.secure ? '__Host-' : ''}sign-${signatoryId}`

/** Whoever has entered; NOT_FOUND for everybody else. */
function enteredTurn(c: Ctx) {
  const id = c.req.param('id') ?? ''
  return turnByEntrance(c.var.db, id, readCookie(c, entranceCookie(id)))
}

async function signerPage(c: Ctx, given: { values?: Values; problems?: Problems } = {}) {
  const turn = await enteredTurn(c)
  const paper = await finishedPaper(c.var.db, turn.document_id)
  const title = translate(c.var.locale)('signing.signTitle', { document: turn.document_name })
  const content = <SignerPage turn={turn} paper={paper} {...given} locale={c.var.locale} />
  if (given.problems) return page(c, content, { title, shell: 'bare', status: 422 })
  return page(c, content, { title, shell: 'bare', reads: JSON.stringify(turn) })
}

signerRoutes.get('/signing/:id', (c) => signerPage(c))

signerRoutes.post('/signing/:id/signature', async (c) => {
  const turn = await enteredTurn(c)
  const form = await readForm(c, SignatureForm)
  if (!form.ok) {
    const field = form.values.kind === 'drawn' ? 'strokes' : 'typed'
    const told = form.problems[field]
    const problem = told?.includes('.problem.') ? told : 'signing.problem.signature'
    return signerPage(c, { values: form.values, problems: { [field]: problem } })
  }
  await sign(c.var.db, turn, signatureOf(form.output))
  return goTo(c, `/signing/${turn.id}`)
})

const Refusal = v.object({
  reason: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(500, 'common.problem.tooLong'),
  ),
})

signerRoutes.post('/signing/:id/refusal', async (c) => {
  const turn = await enteredTurn(c)
  const form = await readForm(c, Refusal)
  if (!form.ok && isFragmentRequest(c)) return fragment(c, <RefusalForm turn={turn} {...form} />, 422)
  if (!form.ok) return signerPage(c, form)
  await decline(c.var.db, turn, form.output.reason)
  return goTo(c, `/signing/${turn.id}`)
})

signerRoutes.get('/signing/:id/document.pdf', async (c) => {
  const turn = await enteredTurn(c)
  const { key } = await latestRevision(c.var.db, turn.signing_id)
  const document = { name: turn.document_name, number: turn.document_number }
  return sendFile(c, document, 'pdf', await getFile(key))
})

/** The root of our certificates: whoever trusts it sees the signatures of our PDFs by name. */
signerRoutes.get('/authority.crt', async (c) => {
  const { rootCertificate } = await import('./authority.ts')
  c.header('Content-Type', 'application/pkix-cert')
  c.header('Content-Disposition', 'attachment; filename="qishu-root.crt"')
  return c.body(new Uint8Array(await rootCertificate(c.var.db)))
})
