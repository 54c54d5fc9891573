import type { Ctx } from '#src/http/web.ts'
import { findLoginAccount, refuseBlocked } from '../account.ts'
import { enter } from './entry.ts'
import { logRefusal } from './login.ts'

/**
 * Logs in a person whom the identity provider of a team has identified: `identify` returns the id of the
 * account. No second factor is required, because the provider has checked everything it requires. Records a
 * refusal, and throws the errors of `identify`, of the state of an account that may not log in, and of
 * `enter`.
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
