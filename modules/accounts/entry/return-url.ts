import type { Values } from '#src/http/body.ts'
import { safePath } from '#src/http/security.ts'
import type { Ctx } from '#src/http/web.ts'
import { findUnboundLogin, type UnboundLogin } from './social/attempt.ts'

const HOME = '/mgmt/home'

/** State that is passed through all steps of a login. */
export interface LoginContext {
  /** The address to return to; '' for the home page. */
  returnUrl: string
  /** The identity of a social provider that will be bound by the login. */
  unboundLogin: UnboundLogin | null
}

/** Reads the state from a page's query or from the hidden fields of its form. */
export async function readLoginContext(c: Ctx, values: Values = c.req.query()): Promise<LoginContext> {
  const returnUrl = safePath(values.returnUrl, '')
  const unboundLogin = values.social ? await findUnboundLogin(c.var.db, c.var.visitor, values.social) : null
  return { returnUrl, unboundLogin }
}

/** The state as props of the views. */
export const loginContextProps = ({ returnUrl, unboundLogin }: LoginContext) => ({
  returnUrl,
  social: unboundLogin?.id,
  nickname: unboundLogin?.person.nickname,
})

export const destination = ({ returnUrl }: LoginContext) => returnUrl || HOME
