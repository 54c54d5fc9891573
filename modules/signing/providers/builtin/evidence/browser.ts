import { clientAddress } from '#src/http/client-address.ts'
import type { Ctx } from '#src/http/web.ts'

/** The browser that made a request, for the document's log. */
export interface Browser {
  /** The IP address, or 'unknown'. */
  address: string
  /** The User-Agent header in printable ASCII, at most 200 characters; '' if missing. */
  agent: string
}

const MAX_USER_AGENT_LENGTH = 200

export const browserOf = (c: Ctx): Browser => ({
  address: clientAddress(c),
  agent: (c.req.header('user-agent') ?? '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, MAX_USER_AGENT_LENGTH),
})
