import * as v from 'valibot'
import { consumePoint, type Limit, returnPoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { wantsJson } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { findLoginAccount, refuseBlocked } from '../../account.ts'
import { Agreement } from '../../account-rules.ts'
import { enter } from '../../entry/entry.ts'
import { refusedForm, refuseForm } from '../../entry/form-answer.ts'
import { logRefusal } from '../../entry/login.ts'
import { destination, readLoginContext } from '../../entry/return-url.ts'
import { PasskeyLoginPage } from '../views/passkey-pages.tsx'
import type { ChallengeOwner } from './challenge.ts'
import { checkPasskey, passkeyOf, passkeyRequestOptions } from './passkey.ts'
import { PasskeyAnswer } from './passkey-answer.ts'

/** Login by a passkey alone, which counts as two factors because the device has verified its user. */
export const passkeyLoginRoutes = routes()

export const PASSKEY_SCRIPT = 'views/scripts/passkey-script.ts'

const PATH = '/acct/login-passkey'
const NETWORK_LIMIT: Limit = { name: 'passkey-network', points: 50, per: 3600 }

const LoginForm = v.object({ agreement: Agreement, response: PasskeyAnswer })

const ownerOf = (c: Ctx): ChallengeOwner => ({ visitor: c.var.visitor, use: 'login' })

async function loginPage(c: Ctx, formState: FormState, status: 200 | 422 | 429 = 200) {
  const { returnUrl } = await readLoginContext(c, formState.values)
  const options = await passkeyRequestOptions(c.var.db, null, ownerOf(c))
  const title = translate(c.var.locale)('security.passkey.login')
  const content = <PasskeyLoginPage {...formState} returnUrl={returnUrl} options={options} />
  return page(c, content, { title, shell: 'account', status, scripts: [PASSKEY_SCRIPT] })
}

passkeyLoginRoutes.get(PATH, async (c) => {
  if (c.var.viewer) return goTo(c, destination(await readLoginContext(c)))
  return loginPage(c, { values: c.req.query() })
})

passkeyLoginRoutes.post(PATH, async (c) => {
  const form = await readForm(c, LoginForm)
  const { values } = form
  if (!form.ok) return wantsJson(c) ? refuseForm(c, form.problems) : loginPage(c, form, 422)
  try {
    return await logIn(c, form.output.response, destination(await readLoginContext(c, values)))
  } catch (error) {
    const accountId = (await passkeyOf(c.var.db, form.output.response))?.account_id
    await logRefusal(c, { way: 'passkey', accountId }, error)
    const { status, ...refused } = refusedForm(c, error)
    return loginPage(c, { values: { ...values, response: '' }, ...refused }, status)
  }
})

async function logIn(c: Ctx, answer: { id: string }, returnUrl: string): Promise<Response> {
  const { db } = c.var
  await consumePoint(NETWORK_LIMIT, networkOf(c))
  const passkey = await passkeyOf(db, answer)
  if (!passkey) throw new AppError('LOGIN_INVALID', {}, 'security.problem.passkey')
  const account = await findLoginAccount(db, passkey.account_id)
  const login = await enter(c, account, { way: 'passkey', returnUrl }, async (trx) => {
    await checkPasskey(trx, passkey, { answer, owner: ownerOf(c) })
    refuseBlocked(account)
  })
  await returnPoint(NETWORK_LIMIT, networkOf(c))
  return login
}
