import type { Ctx } from '#src/http/web.ts'
import { findLoginAccount, refuseBlocked } from '../account.ts'
import { enter } from './entry.ts'
import { logRefusal } from './login.ts'

/**
 * A login in which the identity provider of a team identifies the person: `identify` returns the id of the
 * account. The provider has checked what it requires, so no second factor is asked for. Records a refusal,
 * and throws the errors of `identify`, of the state of an account that may not log in, and of `enter`.
 */
export async function enterByProvider(
  c: Ctx,
  returnUrl: string,
  identify: () => Promise<string>,
): Promise<Response> {
  let accountId: string | null = null
  try {
    accountId = await identify()
    const account = await findLoginAccount(c.var.db, accountId)
    refuseBlocked(account)
    return await enter(c, account, { way: 'sso', returnUrl })
  } catch (error) {
    await logRefusal(c, { way: 'sso', accountId }, error)
    throw error
  }
}
