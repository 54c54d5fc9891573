import type { ReactElement } from 'react'
import * as v from 'valibot'
import { pageBrand } from '#modules/brand/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { AnyForm, type FormState, readForm, readValues, type Values } from '#src/http/body.ts'
import { passesCaptcha } from '#src/http/captcha/captcha-check.ts'
import { freshCaptcha, otherKind } from '#src/http/captcha/captcha-kind.ts'
import { clientAddress, networkOf } from '#src/http/client-address.ts'
import { readCookie, writeCookie } from '#src/http/cookies.ts'
import { page } from '#src/http/page.tsx'
import { recordMisusedCode } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { codeDelivery } from '#src/mail/code-delivery.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import type { Turn } from '../review-step.ts'
import { entranceCookie, readEnteredTurn } from './entrance.ts'
import { endAccess, enterByAccessCode, enterByCode, sendReviewerCode } from './identity.ts'
import { type Entrance, findEntrance } from './link.ts'
import { CodePage } from './views/code-page.tsx'
import { CompletePage, InvalidPage, LapsedPage, LogoutForm } from './views/end-pages.tsx'
import { LoginPage } from './views/login-page.tsx'
import { LogoutPage } from './views/logout-page.tsx'

/** Leads from the mailed link, or from the invitation's access code, to the document. */
export const entranceRoutes = routes()

const LOGIN = '/review/login'
const CODE_TRY_LIMIT = { name: 'review-code', points: 60, per: 3600 }

const tokenOf = (c: Ctx) => c.req.param('token') ?? ''
const reviewPath = ({ reviewer_id }: Pick<Turn, 'reviewer_id'>) => `/review/${reviewer_id}/review-doc`

type Status = 200 | 404 | 410 | 422 | 429

function narrowPage(c: Ctx, content: ReactElement, turn?: Turn, status: Status = 200) {
  const brand = turn && pageBrand(turn)
  return page(c, content, {
    title: translate(c.var.locale)('review.pageTitle'),
    shell: 'slim',
    status,
    brand,
  })
}

async function loginPage(c: Ctx, turn?: Turn, formState: FormState = {}) {
  const captcha = await freshCaptcha(c, formState.values)
  const token = turn && tokenOf(c)
  return narrowPage(
    c,
    <LoginPage turn={turn} token={token} captcha={captcha} {...formState} />,
    turn,
    formState.problems ? 422 : 200,
  )
}

async function codePage(c: Ctx, entrance: Entrance, formState?: FormState) {
  const delivery = await codeDelivery(c.var.db, [entrance.turn.email])
  const content = <CodePage {...entrance} delivery={delivery} token={tokenOf(c)} {...formState} />
  return narrowPage(c, content, entrance.turn, formState ? 422 : 200)
}

entranceRoutes.get(LOGIN, (c) => loginPage(c))

/** Shows the first page of a link, unless the link was replaced or the browser has already entered. */
async function showUnlessEntered(c: Ctx, show: (entrance: Entrance) => Response | Promise<Response>) {
  const entrance = await findEntrance(c.var.db, tokenOf(c), c.var.visitor)
  if (!entrance) return narrowPage(c, <InvalidPage />, undefined, 404)
  const { turn, replacedAt, isClosed: closed } = entrance
  if (replacedAt || closed) return narrowPage(c, <InvalidPage entrance={entrance} />, turn, 410)
  if (turn.state === 'lapsed') return narrowPage(c, <LapsedPage turn={turn} />, turn, 410)
  const access = await readEnteredTurn(c, turn.reviewer_id)
  return access ? goTo(c, reviewPath(access)) : show(entrance)
}

entranceRoutes.get(`${LOGIN}/:token`, (c) => showUnlessEntered(c, ({ turn }) => loginPage(c, turn)))

entranceRoutes.get(`${LOGIN}/:token/code`, (c) =>
  showUnlessEntered(c, (entrance) =>
    entrance.codeSentAt ? codePage(c, entrance) : goTo(c, `${LOGIN}/${tokenOf(c)}`),
  ),
)

const text = v.pipe(v.optional(v.string(), ''), v.trim())
const Login = v.object({
  email: v.pipe(
    text,
    v.nonEmpty('common.problem.required'),
    v.transform(foldAddress),
    v.check((address) => address === '' || isAddress(address), 'common.problem.format'),
    v.transform((address) => address.toLowerCase()),
  ),
  // People paste the code with a space in the middle, or with a hyphen.
  accessCode: v.pipe(
    text,
    v.transform((code) => code.replaceAll(/[\s-]/g, '')),
  ),
  captcha: v.pipe(text, v.nonEmpty('common.problem.required')),
})

async function login(c: Ctx, values: Values, turn?: Turn) {
  if (values.otherCaptcha) return loginPage(c, turn, { values: otherKind(values) })
  const usesCode = turn && values.way !== 'access'
  const form = readValues(Login, Object.entries(values))
  const problems = form.ok ? {} : form.problems
  if (!usesCode && !values.accessCode?.trim()) problems.accessCode = 'common.problem.required'
  if (!form.ok || Object.keys(problems).length) return loginPage(c, turn, { values, problems })
  const { email, accessCode } = form.output
  const { db, visitor, viewer } = c.var
  const requester = { visitor, network: networkOf(c), viewer }
  try {
    if (!(await passesCaptcha(c, values))) throw new AppError('CAPTCHA_VERIFICATION_COED_ERROR')
    if (usesCode) {
      await sendReviewerCode(db, turn, email, requester)
      return goTo(c, `${LOGIN}/${tokenOf(c)}/code`)
    }
    const access = await enterByAccessCode(db, { email, accessCode }, requester, turn)
    return setAccessCookie(c, access.turn, access.secret)
  } catch (error) {
    return loginPage(c, turn, { values, ...entryProblems(c, error, values) })
  }
}

entranceRoutes.post(LOGIN, async (c) => login(c, (await readForm(c, AnyForm)).values))
entranceRoutes.post(`${LOGIN}/:token`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  return showUnlessEntered(c, ({ turn }) => login(c, values, turn))
})

const CodeForm = v.object({
  code: v.pipe(text, v.nonEmpty('common.problem.required'), v.regex(/^\d{6}$/, 'accounts.problem.code')),
})

entranceRoutes.post(`${LOGIN}/:token/code`, async (c) => {
  const form = await readForm(c, CodeForm)
  return showUnlessEntered(c, async (entrance) => {
    const showForm = (formState: FormState) => codePage(c, entrance, formState)
    if (!form.ok) return showForm(form)
    try {
      await consumePoint(CODE_TRY_LIMIT, networkOf(c))
      const secret = await enterByCode(c.var.db, entrance.turn, c.var.visitor, form.output.code)
      return setAccessCookie(c, entrance.turn, secret)
    } catch (error) {
      await recordMisusedCode(c, error, 'review')
      const { problems, details } = entryProblems(c, error, form.values)
      return showForm({ values: form.values, problems: { code: Object.values(problems)[0]! }, details })
    }
  })
})

function setAccessCookie(c: Ctx, turn: Turn, secret: string) {
  writeCookie(c, entranceCookie(turn.reviewer_id), secret, { httpOnly: true })
  log.info(
    { event: 'entered', way: 'review', reviewer: turn.reviewer_id, address: clientAddress(c) },
    'entrance succeeded',
  )
  return goTo(c, reviewPath(turn))
}

/** The field that shows an error. */
const FIELDS: Partial<Record<string, string>> = {
  CAPTCHA_VERIFICATION_COED_ERROR: 'captcha',
  CAPTCHA_PROOF_MISSING: 'captcha',
  VERIFICATION_COED_ERROR: 'code',
}

function entryProblems(c: Ctx, error: unknown, values: Values) {
  if (!(error instanceof AppError) || error.status === 404) throw error
  const { code: reason, words, details } = error
  log.warn({ event: 'entry refused', way: 'review', reason, address: clientAddress(c) }, 'entrance failed')
  const field = values.way === 'access' ? 'accessCode' : 'email'
  return { problems: { [FIELDS[reason] ?? field]: words }, details }
}

entranceRoutes.get('/review/review-complete', async (c) => {
  const turn = await readEnteredTurn(c, c.req.query('review') ?? '')
  if (turn?.state === 'asked') return goTo(c, reviewPath(turn))
  return narrowPage(c, <CompletePage turn={turn} />, turn)
})

entranceRoutes.get('/review/review-invalid', (c) => narrowPage(c, <InvalidPage />, undefined, 410))

/** The path contains the access code, so that the browser logs out of the right review. */
entranceRoutes.get('/review/logout', (c) =>
  narrowPage(
    c,
    <LogoutPage>
      <LogoutForm reviewerId={c.req.query('accessCode') ?? ''} />
    </LogoutPage>,
  ),
)

entranceRoutes.post('/review/logout', async (c) => {
  const { values } = await readForm(c, v.object({ accessCode: text }))
  const name = entranceCookie(values.accessCode ?? '')
  const secret = /^[\w-]+$/.test(values.accessCode ?? '') ? readCookie(c, name) : undefined
  if (secret) {
    await endAccess(c.var.db, values.accessCode!, secret)
    writeCookie(c, name, '', { httpOnly: true, maxAge: 0 })
  }
  return goTo(c, LOGIN)
})
