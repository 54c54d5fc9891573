import { consumePoint } from '#src/auth/rate-limit.ts'
import { AnyForm, readForm } from '#src/http/body.ts'
import { freshCaptcha } from '#src/http/captcha/captcha-kind.ts'
import { networkOf } from '#src/http/client-address.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { fragment } from '#src/http/page.tsx'
import { type Ctx, isFragmentRequest, routes } from '#src/http/web.ts'
import { smsAvailable } from '#src/mail/sms.ts'
import { findLoginAccount } from '../account.ts'
import { type CodeFormState, registerCodePage } from './codes/code-routes.tsx'
import { completeLogin } from './entry.ts'
import { entryPage } from './entry-page.ts'
import { refusedForm, refuseForm } from './form-answer.ts'
import { logRefusal } from './login.ts'
import { readRegistration, register } from './register.ts'
import { destination, type LoginContext, loginContextProps, readLoginContext } from './return-url.ts'
import { CodePart } from './views/code-part.tsx'
import { RegisterForm, RegisterPage } from './views/register-page.tsx'

export const registerRoutes = routes()

/**
 * The limit for attempts of one network address, which may be a whole office; each attempt also needs a
 * one-time code.
 */
const REGISTRATIONS = { name: 'register', points: 60, per: 3600 }

async function registerPage(
  c: Ctx,
  context: LoginContext,
  formState: CodeFormState,
  status: 200 | 422 | 429 = 200,
) {
  const captcha = await freshCaptcha(c, formState.values)
  const props = { ...formState, ...loginContextProps(context), captcha, offersMobile: smsAvailable }
  if (isFragmentRequest(c)) {
    // Switching between email and mobile replaces only this part, so that other typed values remain.
    const fragmentPart =
      c.req.method === 'GET' ? <CodePart {...props} purpose="register" /> : <RegisterForm {...props} />
    return fragment(c, fragmentPart, status)
  }
  return entryPage(c, 'register', <RegisterPage {...props} />, status)
}

registerRoutes.get('/acct/register', async (c) => {
  const context = await readLoginContext(c)
  return registerPage(c, context, { values: c.req.query() })
})

registerCodePage('register', async (c, formState, status) =>
  registerPage(c, await readLoginContext(c, formState.values), formState, status),
)

registerRoutes.post('/acct/register', async (c) => {
  const form = readRegistration((await readForm(c, AnyForm)).values)
  const context = await readLoginContext(c, form.values)
  if (!form.ok) return wantsJson(c) ? refuseForm(c, form.problems) : registerPage(c, context, form, 422)
  const { db, visitor, locale } = c.var
  try {
    await consumePoint(REGISTRATIONS, networkOf(c))
    const accountId = await register(db, form.output, { visitor, locale, unboundLogin: context.unboundLogin })
    const firstStep = { way: 'register', returnUrl: destination(context) }
    return await completeLogin(c, await findLoginAccount(db, accountId), firstStep)
  } catch (error) {
    await logRefusal(c, { way: 'register' }, error)
    const { problems, details, status } = refusedForm(c, error)
    return registerPage(c, context, { values: form.values, problems, details }, status)
  }
})
