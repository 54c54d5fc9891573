import type { ReactElement } from 'react'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, isFragmentRequest } from '#src/http/web.ts'
import { DeedDialog, DeedPage } from './views/action-card.tsx'

interface Deed {
  title: string
  form: ReactElement
  status?: 200 | 409 | 422 | 429
  current?: string
}

/** A form about the account: in the page's dialog when htmx asks for it, alone when it comes back, else a page. */
export function deed(
  c: Ctx,
  { title, form, status = 200, current = 'acctInfo' }: Deed,
): Response | Promise<Response> {
  if (isFragmentRequest(c))
    return fragment(c, c.req.method === 'GET' ? <DeedDialog title={title}>{form}</DeedDialog> : form, status)
  const content = <DeedPage title={title}>{form}</DeedPage>
  return page(c, content, { title, shell: 'mgmt', current, status })
}
