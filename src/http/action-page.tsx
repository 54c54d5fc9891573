import type { ReactElement } from 'react'
import { ActionDialog, ActionPage } from '#views/action-card.tsx'
import { fragment, page } from './page.tsx'
import { type Ctx, isFragmentRequest } from './web.ts'

interface Action {
  title: string
  form: ReactElement
  status?: 200 | 403 | 409 | 422 | 429
  /** The current entry of the side menu. */
  current: string
}

/**
 * The form of an action. Sent as a fragment for the page's dialog if htmx requests it, as the form alone if
 * it was refused, otherwise as a page.
 */
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
