import type { ReactElement } from 'react'
import * as v from 'valibot'
import { translate } from '#src/core/i18n.ts'
import type { Values } from '#src/http/body.ts'
import { type PageOptions, page } from '#src/http/page.tsx'
import { safePath } from '#src/http/security.ts'
import { type Ctx, goTo } from '#src/http/web.ts'
import { sessionToken } from '../../entry/cookies.ts'
import type { ChangeContext } from '../factor.ts'
import { RecoveryCodesPage } from '../views/recovery-codes-page.tsx'

export const SECURITY_PATH = '/mgmt/acct-info/security'

/** The checkbox that ends all other sessions. */
export const OtherSessionsField = v.optional(v.literal('yes', 'common.problem.format'))

/** Renders a page about the security of the login. */
export function securityPage(
  c: Ctx,
  content: ReactElement,
  status: PageOptions['status'] = 200,
  scripts: string[] = [],
) {
  const title = translate(c.var.locale)('acctInfo.tab.security')
  return page(c, content, { title, shell: 'mgmt', current: 'acctInfo', status, scripts })
}

/** The page that a person requested before they had to set up a second factor; '' for none. */
export const requestedPathOf = (c: Ctx, values: Values = {}): string =>
  safePath(values.returnUrl ?? c.req.query('returnUrl'), '')

export const contextOf = (c: Ctx, values: Values): ChangeContext => ({
  locale: c.var.locale,
  sessionToKeep: values.others === 'yes' ? sessionToken(c) : undefined,
})

/** The response after a factor was added: the new recovery codes, or a redirect to the list. */
export function afterAdding(c: Ctx, codes: string[] | null, values: Values) {
  const requestedPath = requestedPathOf(c, values)
  if (codes) return newCodesPage(c, codes, requestedPath)
  return goTo(c, requestedPath || `${SECURITY_PATH}?done=factorAdded`)
}

/** The only page that shows recovery codes; it is the response to a form and has no separate address. */
export function newCodesPage(c: Ctx, codes: string[], requestedPath: string) {
  const content = (
    <RecoveryCodesPage codes={codes} username={c.var.viewer!.username} requestedPath={requestedPath} />
  )
  return securityPage(c, content, 200, ['views/scripts/print-script.ts'])
}
