import type { ReactElement } from 'react'
import { translate } from '#src/i18n.ts'
import { type Ctx, type PageOptions, page } from '#src/web.tsx'

/** A page of the account area that search engines may list. */
export function entryPage(
  c: Ctx,
  name: 'login' | 'register' | 'forgotPassword',
  content: ReactElement,
  status: PageOptions['status'],
) {
  const t = translate(c.var.locale)
  const about = { title: t(`accounts.${name}`), description: t(`accounts.about.${name}`) }
  return page(c, content, { ...about, shell: 'account', status })
}
