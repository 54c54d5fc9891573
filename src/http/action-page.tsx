import type { ReactElement } from 'react'
import { ActionDialog, ActionPage } from '#views/action-card.tsx'
import { fragment, page } from './page.tsx'
import { type Ctx, isFragmentRequest } from './web.ts'

interface Action {
  title: string
  form: ReactElement
  status?: 200 | 403 | 409 | 422 | 429
  /** The side menu's lit entry. */
  current: string
}

/** A form on its own: in the page's dialog when htmx asks for it, alone when it comes back, else a page. */
export function actionPage(
  c: Ctx,
  { title, form, status = 200, current }: Action,
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
