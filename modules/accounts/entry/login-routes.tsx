import * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Db } from '#src/db/db.ts'
import { AnyForm, type Problems, problemsOf, readForm, type Values } from '#src/http/body.ts'
import { passesCaptcha } from '#src/http/captcha/captcha-check.ts'
import { freshCaptcha } from '#src/http/captcha/captcha-kind.ts'
import { knownNetworkOf } from '#src/http/client-address.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { fragment } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import { smsAvailable } from '#src/mail/sms.ts'
import type { LoginAccount } from '../account.ts'
import { Agreement, Code, Email, Mobile } from '../account-rules.ts'
import { needsSecondFactor } from '../factors/factor.ts'
import { type CodeFormState, registerCodePage } from './codes/code-routes.tsx'
import { completeLogin } from './entry.ts'
import { entryPage } from './entry-page.ts'
import { refusedForm, refuseForm } from './form-answer.ts'
import { isKnownDevice } from './known-device.ts'
import { needsCaptcha } from './lockout.ts'
import { logInByCode, logInByPassword, logRefusal } from './login.ts'
import { destination, type LoginContext, loginContextProps, readLoginContext } from './return-url.ts'
import { bindFoundLogin } from './social/binding.ts'
import { socialProvider } from './social/provider.ts'
import { LoginForm, LoginPage, LoginPart, type LoginProps, type LoginWay } from './views/login-page.tsx'

export const loginRoutes = routes()

const LoginNameField = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(254, 'common.problem.tooLong'),
)
const SecretField = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('common.problem.required'),
  v.maxLength(64, 'common.problem.tooLong'),
)

const FORM_SCHEMAS = {
  password: v.object({ login: LoginNameField, password: SecretField, agreement: Agreement }),
  mobile: v.object({ mobile: Mobile, code: Code, agreement: Agreement }),
  email: v.object({ email: Email, code: Code, agreement: Agreement }),
}

const LOGIN_WAYS: LoginWay[] = smsAvailable ? ['password', 'mobile', 'email'] : ['password', 'email']

const loginWayOf = (requested: string | undefined): LoginWay =>
  LOGIN_WAYS.find((way) => way === requested) ?? 'password'

/** Whether this is the login page without typed values, message or return address. */
const isPlainLoginPage = (c: Ctx) =>
  c.req.method === 'GET' && Object.keys(c.req.query()).every((name) => name === 'locale')

/** The login page with the submitted values; for htmx only the form, or the form with its tabs. */
export async function loginPage(
  c: Ctx,
  context: LoginContext,
  formState: CodeFormState & Pick<LoginProps, 'notice'> = {},
  status: 200 | 422 | 429 = 200,
) {
  const { values = {}, details, ...rest } = formState
  const way = loginWayOf(values.way)
  const asksCaptcha =
    way !== 'password' ||
    formState.problems?.captcha ||
    (values.login && (await needsCaptcha(c.var.db, values.login.trim())))
  const props: LoginProps = {
    ...rest,
    ...loginContextProps(context),
    way,
    values,
    ways: LOGIN_WAYS,
    problemDetails: details,
    offersSocial: socialProvider() !== null,
    captcha: asksCaptcha ? await freshCaptcha(c, values) : undefined,
    demoAccounts: config.demo ? DEMO_ACCOUNTS : undefined,
  }
  if (isFragmentRequest(c))
    return fragment(c, c.req.method === 'GET' ? <LoginPart {...props} /> : <LoginForm {...props} />, status)
  return entryPage(c, 'login', <LoginPage {...props} />, status, isPlainLoginPage(c))
}

/** The errors for which a logged-in user must log in again. */
const LOGIN_REASONS = ['ACCESS_CHECK', 'F_REFRESH_TOKEN_FAILED', 'INVALID'] as const

function noticeOf(reset: string | undefined, step: string | undefined): LoginProps['notice'] {
  if (reset === 'done') return 'passwordSet'
  return step === 'over' ? 'secondStepOver' : undefined
}

loginRoutes.get('/acct', (c) => goTo(c, '/acct/login'))

loginRoutes.get('/acct/login', async (c) => {
  const context = await readLoginContext(c)
  if (c.var.viewer) return goTo(c, destination(context))
  const { reset, lost, step, ...typedValues } = c.req.query()
  const email = typedValues.email ?? (typedValues.login?.includes('@') ? typedValues.login : '')
  const notice = noticeOf(reset, step)
  const code = LOGIN_REASONS.find((one) => one === lost)
  const problems: Problems | undefined = code && { form: `common.error.${code}` }
  return loginPage(c, context, { values: { ...typedValues, email, code: '' }, notice, problems })
})

registerCodePage('login', async (c, formState, status) => {
  const values = { ...formState.values, way: formState.values?.way ?? formState.values?.channel ?? '' }
  return loginPage(c, await readLoginContext(c, values), { ...formState, values }, status)
})

loginRoutes.post('/acct/login', async (c) => {
  const { values } = await readForm(c, AnyForm)
  const context = await readLoginContext(c, values)
  const way = loginWayOf(values.way)
  const result = v.safeParse(FORM_SCHEMAS[way], values)
  if (!result.success) {
    const problems = problemsOf(result.issues)
    return wantsJson(c) ? refuseForm(c, problems) : loginPage(c, context, { values, problems }, 422)
  }
  try {
    const account = await logIn(c, result.output, values, context)
    const firstStep = { way, returnUrl: destination(context), socialId: context.unboundLogin?.id }
    return await completeLogin(c, account, firstStep)
  } catch (error) {
    const name = way === 'password' ? values.login : values[way]
    await logRefusal(c, { way, name }, error)
    const { problems, details, status } = refusedForm(c, error)
    // When a captcha becomes required, the form had none, so the captcha is missing, not wrong.
    if (problems.captcha && !values.captcha) problems.captcha = 'common.problem.required'
    return loginPage(c, context, { values, problems, details }, status)
  }
})

async function logIn(
  c: Ctx,
  form: v.InferOutput<(typeof FORM_SCHEMAS)[LoginWay]>,
  values: Values,
  { unboundLogin }: LoginContext,
): Promise<LoginAccount> {
  const { db, visitor } = c.var
  // For an account with a second factor, the social identity is bound after the second step.
  const bind = async (trx: Db, { id }: LoginAccount) => {
    if (unboundLogin && !(await needsSecondFactor(trx, id))) await bindFoundLogin(trx, id, unboundLogin)
  }
  if ('code' in form) {
    const address = 'email' in form ? form.email : form.mobile
    return logInByCode(db, { address, visitor, code: form.code }, bind)
  }
  const account = await logInByPassword(db, form, {
    network: knownNetworkOf(c),
    isKnownDevice: (account) => isKnownDevice(c, account),
    passesCaptcha: async () => values.captchaId !== undefined && (await passesCaptcha(c, values)),
  })
  await db.transaction().execute((trx) => bind(trx, account))
  return account
}
