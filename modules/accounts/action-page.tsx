import type { ReactElement } from 'react'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, isFragmentRequest } from '#src/http/web.ts'
import { ActionDialog, ActionPage } from './views/action-card.tsx'

interface Action {
  title: string
  form: ReactElement
  status?: 200 | 409 | 422 | 429
  current?: string
}

/** A form about the account: in the page's dialog when htmx asks for it, alone when it comes back, else a page. */
export function actionPage(
  c: Ctx,
  { title, form, status = 200, current = 'acctInfo' }: Action,
): Response | Promise<Response> {
  if (isFragmentRequest(c))
    return fragment(
      c,
      c.req.method === 'GET' ? <ActionDialog title={title}>{form}</ActionDialog> : form,
      status,
    )
  const content = <ActionPage title={title}>{form}</ActionPage>
  return page(c, content, { title, shell: 'mgmt', current, status })
}
