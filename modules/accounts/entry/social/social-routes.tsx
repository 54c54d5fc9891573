import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { AnyForm, type FormState, type Problems, readForm, type Values } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { answer, publicUrl, wantsJson } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { findLoginAccount, refuseBlocked } from '../../account.ts'
import { requireOwnPassword } from '../../password/own-password.ts'
import { completeLogin } from '../entry.ts'
import { type FormRefusal, refusedForm, refuseForm } from '../form-answer.ts'
import { logRefusal } from '../login.ts'
import { loginPage } from '../login-routes.tsx'
import { destination, type LoginContext, loginContextProps, readLoginContext } from '../return-url.ts'
import { DemoWechatPage } from '../views/demo-wechat-page.tsx'
import { linkTo } from '../views/links.ts'
import { SocialPage } from '../views/social-page.tsx'
import { type Attempt, beginAttempt, consumeAttempt, storePerson } from './attempt.ts'
import { accountBoundTo, bindSocialByOwner } from './binding.ts'
import { DEMO_PEOPLE } from './demo.ts'
import type { SocialPerson } from './port.ts'
import { socialProvider } from './provider.ts'

export const socialRoutes = routes()

const PATH = '/acct/login-wechat'
const RETURN_PATH = `${PATH}/return`
const ACCOUNT_PAGE = '/mgmt/acct-info'
const ATTEMPT_LIMIT = { name: 'social', points: 60, per: 3600 }

function socialPage(
  c: Ctx,
  context: LoginContext,
  { problems = {}, details }: FormState = {},
  status: 200 | 422 | 429 = 200,
) {
  const isBinding = c.var.viewer !== null
  const title = translate(c.var.locale)(isBinding ? 'accounts.social.bindTitle' : 'accounts.social.title')
  const content = (
    <SocialPage {...loginContextProps(context)} problems={problems} details={details} isBinding={isBinding} />
  )
  return page(c, content, { title, shell: isBinding ? 'mgmt' : 'account', current: 'acctInfo', status })
}

/** The possible errors of a social login; other errors in the query are not shown. */
const LOGIN_ERRORS: ErrorCode[] = [
  'SOCIAL_FAILED',
  'SOCIAL_ALREADY_BOUND',
  'SOCIAL_BOUND_ELSEWHERE',
  'ACCOUNT_DISABLE',
  'ACCOUNT_FREEZE_OR_DEACTIVATE',
  'ACCOUNT_EXCEPTION',
]

socialRoutes.get(PATH, async (c) => {
  const context = await readLoginContext(c)
  if (!socialProvider()) return goTo(c, linkTo('/acct/login', context))
  const errorCode = LOGIN_ERRORS.find((code) => code === c.req.query('problem'))
  return socialPage(c, context, errorCode && { problems: { form: `common.error.${errorCode}` } })
})

socialRoutes.post(PATH, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const provider = socialProvider()
  if (!provider) throw new AppError('NOT_FOUND')
  const { db, visitor, viewer } = c.var
  const context = await readLoginContext(c, values)
  if (!viewer && values.agreement !== 'yes') {
    const problems: Problems = { agreement: 'accounts.problem.agreement' }
    if (wantsJson(c)) return refuseForm(c, problems)
    return values.way
      ? loginPage(c, context, { values, problems }, 422)
      : socialPage(c, context, { problems }, 422)
  }
  if (viewer) {
    const refusal = await findBindRefusal(c, viewer, values)
    if (refusal) return socialPage(c, context, refusal, refusal.status)
  }
  await consumePoint(ATTEMPT_LIMIT, networkOf(c))
  const returnUrl = viewer ? context.returnUrl || ACCOUNT_PAGE : destination(context)
  const attempt = { visitor, provider: provider.name, accountId: viewer?.id ?? null, returnUrl }
  const providerUrl = provider.authorisationUrl(await beginAttempt(db, attempt), publicUrl(RETURN_PATH))
  return wantsJson(c) ? answer(c, { url: providerUrl }) : goTo(c, providerUrl)
})

/**
 * The refusal when the password is missing or wrong, or null. Binding a WeChat account adds a login method,
 * so it requires the password.
 */
async function findBindRefusal(c: Ctx, viewer: Viewer, values: Values): Promise<FormRefusal | null> {
  if (!values.current && !wantsJson(c))
    return { problems: { current: 'common.problem.required' }, details: {}, status: 422 }
  try {
    await requireOwnPassword(c.var.db, viewer, values.current ?? '')
    return null
  } catch (error) {
    await logRefusal(c, { way: 'bind-social' }, error)
    return refusedForm(c, error)
  }
}

socialRoutes.get(RETURN_PATH, async (c) => {
  const { state = '', code = '' } = c.req.query()
  const attempt = await consumeAttempt(c.var.db, c.var.visitor, state)
  const provider = socialProvider()
  try {
    if (!attempt || !code || !provider) throw new AppError('SOCIAL_FAILED')
    return await handleReturn(c, attempt, await provider.personFor(code))
  } catch (error) {
    await logRefusal(c, { way: 'social' }, error)
    if (!(error instanceof AppError) || wantsJson(c)) throw error
    return goTo(c, linkTo(PATH, { returnUrl: attempt?.return_url }, { problem: error.code }))
  }
})

/** Handles the return from the provider: logs in, binds, or asks the person to log in or register. */
async function handleReturn(c: Ctx, attempt: Attempt, person: SocialPerson): Promise<Response> {
  const { db, viewer } = c.var
  if (attempt.account_id) {
    if (viewer?.id !== attempt.account_id) throw new AppError('SOCIAL_FAILED')
    await bindSocialByOwner(db, viewer, { provider: attempt.provider, person, locale: c.var.locale })
    return wantsJson(c) ? answer(c, { returnUrl: attempt.return_url }) : goTo(c, attempt.return_url)
  }
  const boundAccountId = await accountBoundTo(db, attempt.provider, person.subject)
  if (!boundAccountId) {
    await storePerson(db, attempt.id, person)
    if (wantsJson(c)) throw new AppError('SOCIAL_NOT_BOUND')
    return goTo(c, linkTo(PATH, { returnUrl: attempt.return_url, social: attempt.id }))
  }
  const account = await findLoginAccount(db, boundAccountId)
  refuseBlocked(account)
  return completeLogin(c, account, { way: 'social', returnUrl: attempt.return_url })
}

socialRoutes.get('/acct/demo-wechat', (c) => {
  const state = c.req.query('state') ?? ''
  if (socialProvider()?.name !== 'demo' || !/^[a-z2-7]{40}$/.test(state)) throw new AppError('NOT_FOUND')
  const title = translate(c.var.locale)('accounts.social.demoTitle')
  return page(c, <DemoWechatPage people={DEMO_PEOPLE} state={state} />, { title, shell: 'account' })
})
