import * as v from 'valibot'
import { enterByProvider } from '#modules/accounts/index.ts'
import { consumePoint, type Limit, returnPoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { answer, publicUrl, wantsJson } from '#src/http/envelope.ts'
import { type PageOptions, page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { safePath } from '#src/http/security.ts'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import { accessOf, findProvider, type Provider } from '../connection/connection.ts'
import { teamOfDomain } from '../connection/domain.ts'
import { LOGIN } from '../paths.ts'
import { type Attempt, beginAttempt, consumeAttempt } from './attempt.ts'
import { domainOf } from './claims.ts'
import { accountFor } from './person.ts'
import { claimsAt, loginPageOf } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { testResultPage } from './test-result.tsx'
import { AwayPage } from './views/away-page.tsx'
import { EmailPage } from './views/email-page.tsx'
import { ProblemPage } from './views/problem-page.tsx'
import { StartPage } from './views/start-page.tsx'

/** The pages on which people log in at their team's identity provider. */
export const loginRoutes = routes()

const HOME = '/mgmt/home'

/** All people of a company may share one IP address, and log in within the same hour. */
const LOGIN_LIMIT: Limit = { name: 'sso', points: 600, per: 3600 }
/**
 * Limits look-ups of addresses that have no provider, so that no one can probe which companies are
 * customers.
 */
const SEARCH_LIMIT: Limit = { name: 'sso-search', points: 30, per: 3600 }

type Status = PageOptions['status']

function ssoPage(c: Ctx, content: React.ReactElement, status: Status = 200) {
  return page(c, content, { title: translate(c.var.locale)('sso.title'), shell: 'account', status })
}

const startOf = (teamId: string, returnUrl: string) =>
  `${LOGIN}/${teamId}${returnUrl ? `?${new URLSearchParams({ returnUrl })}` : ''}`

const returnUrlOf = (values: Record<string, string | undefined>) => safePath(values.returnUrl, '')

/** The redirect URI for the team's provider. */
export const redirectUriOf = (teamId: string) => publicUrl(`${LOGIN}/${teamId}/return`)

/** Says why a login failed and where to go next; a program receives the error itself. */
function problemPage(c: Ctx, error: unknown, teamId: string | null) {
  if (!(error instanceof AppError) || wantsJson(c)) throw error
  logRefused(c, error)
  if (error.details.retryAfter) c.header('Retry-After', String(error.details.retryAfter))
  const content = (
    <ProblemPage problem={error.words} details={error.details} retryUrl={teamId && startOf(teamId, '')} />
  )
  return ssoPage(c, content, error.status as Status)
}

/** Throws a ProviderError when the connection is off, or the plan does not include single sign-on. */
async function requireProvider(c: Ctx, teamId: string): Promise<Provider> {
  const provider = isId(teamId) ? await findProvider(c.var.db, teamId) : undefined
  if (!provider || provider.state === 'disabled' || !provider.included) throw new ProviderError('off')
  return provider
}

loginRoutes.get(LOGIN, (c) => {
  const returnUrl = returnUrlOf(c.req.query())
  return c.var.viewer ? goTo(c, returnUrl || HOME) : ssoPage(c, <EmailPage returnUrl={returnUrl} />)
})

const EmailForm = v.object({
  email: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.transform(foldAddress),
    v.check(isAddress, 'common.problem.format'),
  ),
  returnUrl: v.optional(v.string()),
})

loginRoutes.post(LOGIN, async (c) => {
  const form = await readForm(c, EmailForm)
  const returnUrl = returnUrlOf(form.values)
  const showForm = (formState: FormState, status: Status) =>
    ssoPage(c, <EmailPage returnUrl={returnUrl} {...formState} />, status)
  if (!form.ok) return showForm(form, 422)
  try {
    await consumePoint(SEARCH_LIMIT, networkOf(c))
    const teamId = await teamOfDomain(c.var.db, domainOf(form.output.email))
    if (!teamId) throw new ProviderError('unknownDomain')
    await returnPoint(SEARCH_LIMIT, networkOf(c))
    return goTo(c, startOf(teamId, returnUrl))
  } catch (error) {
    if (!(error instanceof AppError) || wantsJson(c)) throw error
    logRefused(c, error)
    const problems = { email: error.words }
    return showForm(
      { values: form.values, problems, details: error.details },
      error.status === 429 ? 429 : 422,
    )
  }
})

function startPage(c: Ctx, { issuer, teamId }: Provider, formState: FormState & { returnUrl: string }) {
  const host = new URL(issuer).hostname
  const content = <StartPage action={`${LOGIN}/${teamId}`} host={host} {...formState} />
  return ssoPage(c, content, formState.problems ? 422 : 200)
}

loginRoutes.get(`${LOGIN}/:team`, async (c) => {
  const returnUrl = returnUrlOf(c.req.query())
  if (c.var.viewer) return goTo(c, returnUrl || HOME)
  try {
    return startPage(c, await requireProvider(c, c.req.param('team')), { returnUrl })
  } catch (error) {
    return problemPage(c, error, null)
  }
})

const StartForm = v.object({
  agreement: v.pipe(v.optional(v.string(), ''), v.literal('yes', 'sso.problem.agreement')),
  returnUrl: v.optional(v.string()),
})

loginRoutes.post(`${LOGIN}/:team`, async (c) => {
  const form = await readForm(c, StartForm)
  const returnUrl = returnUrlOf(form.values)
  const teamId = c.req.param('team')
  try {
    const provider = await requireProvider(c, teamId)
    if (!form.ok) return startPage(c, provider, { ...form, returnUrl })
    await consumePoint(LOGIN_LIMIT, networkOf(c))
    return await goToProvider(c, provider, { accountId: null, returnUrl: returnUrl || HOME })
  } catch (error) {
    return problemPage(c, error, isId(teamId) ? teamId : null)
  }
})

/**
 * Sends the browser to the provider through a page, not a redirect: our security policy limits where a form
 * may redirect to, including later redirects at the provider. Throws a ProviderError.
 */
export async function goToProvider(
  c: Ctx,
  provider: Provider,
  { accountId, returnUrl }: Pick<Parameters<typeof beginAttempt>[1], 'accountId' | 'returnUrl'>,
): Promise<Response> {
  const { teamId } = provider
  const access = accessOf(provider)
  const expected = await beginAttempt(c.var.db, { teamId, visitor: c.var.visitor, accountId, returnUrl })
  const href = await loginPageOf(access, redirectUriOf(teamId), expected)
  if (wantsJson(c)) return answer(c, { url: href })
  c.header('Refresh', `0; url=${href}`)
  return ssoPage(c, <AwayPage href={href} host={new URL(href).hostname} />)
}

loginRoutes.get(`${LOGIN}/:team/return`, async (c) => {
  const teamId = c.req.param('team')
  const { state = '' } = c.req.query()
  const returnedBrowser = { teamId, visitor: c.var.visitor, state }
  const attempt = isId(teamId) ? await consumeAttempt(c.var.db, returnedBrowser) : undefined
  if (attempt?.account_id) return testResultPage(c, attempt, () => readArrival(c, attempt, state))
  try {
    return await enterByProvider(c, attempt?.return_url ?? HOME, async () => {
      if (!attempt) throw new ProviderError('over')
      const provider = await requireProvider(c, teamId)
      const { claims } = await readArrival(c, attempt, state)
      return accountFor(c.var.db, provider, claims, c.var.locale)
    })
  } catch (error) {
    return problemPage(c, error, attempt ? teamId : null)
  }
})

/** The claims about the person who returns from the provider. Throws a ProviderError. */
async function readArrival(c: Ctx, { team_id: teamId, nonce, verifier }: Attempt, state: string) {
  const provider = await findProvider(c.var.db, teamId)
  if (!provider) throw new ProviderError('off')
  const address = new URL(redirectUriOf(teamId))
  address.search = new URL(c.req.url).search
  return { provider, claims: await claimsAt(accessOf(provider), address, { state, nonce, verifier }) }
}
