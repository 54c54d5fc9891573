import { AnyForm, readForm } from '#src/http/body.ts'
import { freshCaptcha } from '#src/http/captcha/captcha-kind.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { fragment } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import { smsAvailable } from '#src/mail/sms.ts'
import { type CodeFormState, registerCodePage } from './codes/code-routes.tsx'
import { clearSession } from './cookies.ts'
import { entryPage } from './entry-page.ts'
import { readNewPassword, resetPassword } from './forgot-password.ts'
import { refusedForm, refuseForm } from './form-answer.ts'
import { logRefusal } from './login.ts'
import { type LoginContext, loginContextProps, readLoginContext } from './return-url.ts'
import { CodePart } from './views/code-part.tsx'
import { ForgotPasswordForm, ForgotPasswordPage } from './views/forgot-password-page.tsx'
import { linkTo } from './views/links.ts'

export const forgotPasswordRoutes = routes()

async function forgotPasswordPage(
  c: Ctx,
  context: LoginContext,
  formState: CodeFormState,
  status: 200 | 422 | 429 = 200,
) {
  const captcha = await freshCaptcha(c, formState.values)
  const props = { ...formState, ...loginContextProps(context), captcha, offersMobile: smsAvailable }
  if (isFragmentRequest(c)) {
    const fragmentPart =
      c.req.method === 'GET' ? <CodePart {...props} purpose="password" /> : <ForgotPasswordForm {...props} />
    return fragment(c, fragmentPart, status)
  }
  return entryPage(c, 'forgotPassword', <ForgotPasswordPage {...props} />, status)
}

forgotPasswordRoutes.get('/acct/forgot-password', async (c) =>
  forgotPasswordPage(c, await readLoginContext(c), { values: c.req.query() }),
)

registerCodePage('password', async (c, formState, status) =>
  forgotPasswordPage(c, await readLoginContext(c, formState.values), formState, status),
)

forgotPasswordRoutes.post('/acct/forgot-password', async (c) => {
  const form = readNewPassword((await readForm(c, AnyForm)).values)
  const context = await readLoginContext(c, form.values)
  if (!form.ok) return wantsJson(c) ? refuseForm(c, form.problems) : forgotPasswordPage(c, context, form, 422)
  try {
    await resetPassword(c.var.db, form.output, c.var.visitor)
    clearSession(c)
    if (wantsJson(c)) return answer(c, null)
    return goTo(c, linkTo('/acct/login', { returnUrl: context.returnUrl }, { reset: 'done' }))
  } catch (error) {
    await logRefusal(c, { way: 'forgot-password', name: form.values.email ?? form.values.mobile }, error)
    const { problems, details, status } = refusedForm(c, error)
    return forgotPasswordPage(c, context, { values: form.values, problems, details }, status)
  }
})
