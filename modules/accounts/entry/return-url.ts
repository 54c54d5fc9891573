import type { Values } from '#src/http/body.ts'
import { safePath } from '#src/http/security.ts'
import type { Ctx } from '#src/http/web.ts'
import { findWaiting, type Waiting } from './social/attempt.ts'

const HOME = '/mgmt/home'

/** What is carried through every way and step of coming in. */
export interface Carried {
  /** Empty when it leads home. */
  returnUrl: string
  /** Whoever came from a social provider and is to be bound on the way in. */
  waiting: Waiting | null
}

/** From the query of a page, or from the hidden fields of its form. */
export async function carriedBy(c: Ctx, values: Values = c.req.query()): Promise<Carried> {
  const returnUrl = safePath(values.returnUrl, '')
  const waiting = values.social ? await findWaiting(c.var.db, c.var.visitor, values.social) : null
  return { returnUrl, waiting }
}

/** For the views. */
export const carriedProps = ({ returnUrl, waiting }: Carried) => ({
  returnUrl,
  social: waiting?.id,
  nickname: waiting?.person.nickname,
})

export const destination = ({ returnUrl }: Carried) => returnUrl || HOME
