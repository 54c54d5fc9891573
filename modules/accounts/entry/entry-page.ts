import type { ReactElement } from 'react'
import { translate } from '#src/core/i18n.ts'
import { type PageOptions, page } from '#src/http/page.tsx'
import type { Ctx } from '#src/http/web.ts'

/** A page of the account area that search engines may list. */
export function entryPage(
  c: Ctx,
  name: 'login' | 'register' | 'forgotPassword',
  content: ReactElement,
  status: PageOptions['status'],
  open = false,
) {
  const t = translate(c.var.locale)
  const meta = { title: t(`accounts.${name}`), description: t(`accounts.about.${name}`) }
  return page(c, content, { ...meta, shell: 'account', status, open })
}
