import { consumePoint } from '#src/auth/rate-limit.ts'
import { networkOf } from '../client-address.ts'
import type { Ctx } from '../web.ts'

const MB = 1024 * 1024

/** How many megabytes of files anonymous visitors of one network may store in a day. */
const VISITOR_QUOTA = { name: 'strangers-files', points: 100, per: 86_400 }

/**
 * Counts an upload of an anonymous visitor. Call it before the file is stored; `bytes` is 0 without a file.
 * Throws TOO_MANY_REQUESTS.
 */
export async function consumeUploadQuota(c: Ctx, bytes: number) {
  if (bytes && !c.var.viewer) await consumePoint(VISITOR_QUOTA, networkOf(c), Math.ceil(bytes / MB))
}
