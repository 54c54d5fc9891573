import * as v from 'valibot'
import { AnyForm, readForm } from '#src/body.ts'
import { drawCaptcha } from '#src/captcha.ts'
import { config } from '#src/config.ts'
import { translate } from '#src/i18n.ts'
import { takePoint } from '#src/rate-limit.ts'
import { clientAddress, safePath } from '#src/security.ts'
import { beginSession, endSession } from '#src/session.ts'
import { smsAvailable } from '#src/sms.ts'
import { type Ctx, fragment, goTo, isFragmentRequest, page, routes } from '#src/web.tsx'
import { authenticate } from './account.ts'
import { Agreement } from './account-rules.ts'
import { codeRoutes, type Given, showCodesIn } from './code-routes.tsx'
import { clearSession, putSession, sessionToken } from './cookies.ts'
import { DEMO_CAST } from './demo-cast.ts'
import { readNewPassword, resetPassword } from './forgot-password.ts'
import { asFormProblem } from './form-answer.ts'
import { readRegistration, register } from './register.ts'
import { ForgotPasswordForm, ForgotPasswordPage } from './views/forgot-password-page.tsx'
import { LoginForm, LoginPage, type LoginProps } from './views/login-page.tsx'
import { RegisterForm, RegisterPage } from './views/register-page.tsx'

export const accountRoutes = routes()
accountRoutes.route('/', codeRoutes)

const LOGINS = { name: 'login', points: 30, per: 900 }
const REGISTRATIONS = { name: 'register', points: 10, per: 3600 }

const Login = v.object({
  returnUrl: v.optional(v.string(), ''),
  login: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.maxLength(254),
  ),
  password: v.pipe(v.optional(v.string(), ''), v.nonEmpty('common.problem.required'), v.maxLength(64)),
  agreement: Agreement,
})

function loginPage(c: Ctx, props: Omit<LoginProps, 'cast'>, status: 200 | 422 | 429 = 200) {
  if (isFragmentRequest(c)) return fragment(c, <LoginForm {...props} />, status)
  const cast = config.demo ? DEMO_CAST : undefined
  const title = translate(c.var.locale)('accounts.login')
  return page(c, <LoginPage {...props} cast={cast} />, { title, shell: 'account', status })
}

accountRoutes.get('/acct/login', (c) => {
  const returnUrl = safePath(c.req.query('returnUrl'), '/mgmt/home')
  return c.var.viewer ? goTo(c, returnUrl) : loginPage(c, { returnUrl })
})

accountRoutes.post('/acct/login', async (c) => {
  const form = await readForm(c, Login)
  const returnUrl = safePath(form.values.returnUrl, '/mgmt/home')
  if (!form.ok) return loginPage(c, { ...form, returnUrl }, 422)
  try {
    await takePoint(LOGINS, `${clientAddress(c)} ${form.output.login.toLowerCase()}`)
    const accountId = await authenticate(c.var.db, form.output.login, form.output.password)
    const old = sessionToken(c)
    if (old) await endSession(c.var.db, old)
    putSession(c, await beginSession(c.var.db, accountId))
    return goTo(c, returnUrl)
  } catch (error) {
    const { problems, details, status } = asFormProblem(error)
    return loginPage(c, { values: form.values, problems, problemDetails: details, returnUrl }, status)
  }
})

accountRoutes.post('/logout', async (c) => {
  const token = sessionToken(c)
  if (token) await endSession(c.var.db, token)
  clearSession(c)
  c.header('Clear-Site-Data', '"cache"')
  return goTo(c, '/acct/login')
})

/** The register or forgotten-password form, alone or in its page, with a fresh captcha. */
async function codeForm(
  c: Ctx,
  purpose: 'register' | 'password',
  given: Given,
  status: 200 | 422 | 429 = 200,
) {
  const captcha = await drawCaptcha(c.var.db, c.var.visitor)
  const props = { ...given, captcha, mobileToo: smsAvailable }
  const t = translate(c.var.locale)
  if (purpose === 'register') {
    if (isFragmentRequest(c)) return fragment(c, <RegisterForm {...props} />, status)
    return page(c, <RegisterPage {...props} />, { title: t('accounts.register'), shell: 'account', status })
  }
  if (isFragmentRequest(c)) return fragment(c, <ForgotPasswordForm {...props} />, status)
  return page(c, <ForgotPasswordPage {...props} />, {
    title: t('accounts.forgotPassword'),
    shell: 'account',
    status,
  })
}

accountRoutes.get('/acct/register', (c) =>
  codeForm(c, 'register', { values: { channel: c.req.query('channel') ?? 'email' } }),
)

showCodesIn('register', (c, given, status) => codeForm(c, 'register', given, status))
showCodesIn('password', (c, given, status) => codeForm(c, 'password', given, status))

accountRoutes.post('/acct/register', async (c) => {
  const form = readRegistration((await readForm(c, AnyForm)).values)
  if (!form.ok) return codeForm(c, 'register', form, 422)
  try {
    await takePoint(REGISTRATIONS, clientAddress(c))
    const accountId = await register(c.var.db, form.output, c.var.visitor, c.var.locale)
    const old = sessionToken(c)
    if (old) await endSession(c.var.db, old)
    putSession(c, await beginSession(c.var.db, accountId))
    return goTo(c, '/mgmt/home')
  } catch (error) {
    const { problems, status } = asFormProblem(error)
    return codeForm(c, 'register', { values: form.values, problems }, status)
  }
})

accountRoutes.get('/acct/forgot-password', (c) =>
  codeForm(c, 'password', { values: { channel: c.req.query('channel') ?? 'email' } }),
)

accountRoutes.post('/acct/forgot-password', async (c) => {
  const form = readNewPassword((await readForm(c, AnyForm)).values)
  if (!form.ok) return codeForm(c, 'password', form, 422)
  try {
    await resetPassword(c.var.db, form.output, c.var.visitor)
    clearSession(c)
    return goTo(c, '/acct/login')
  } catch (error) {
    const { problems, status } = asFormProblem(error)
    return codeForm(c, 'password', { values: form.values, problems }, status)
  }
})
