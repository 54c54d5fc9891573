import * as v from 'valibot'
import { SECOND } from '#src/core/clock.ts'
import { decimal } from '#src/core/money.ts'
import type { EInvoiceService } from './e-invoice-service.ts'

/** The time limit of one request, in milliseconds. */
const TIMEOUT = 30 * SECOND
/** The maximum size of an answer: three files of 5 MB in Base64. */
const MAX_ANSWER_BYTES = 24 * 1024 * 1024

const SubmittedAnswer = v.object({ id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) })
const number = v.pipe(v.string(), v.regex(/^\d{20}$/))
const pendingAnswer = v.object({ state: v.literal('pending') })
const failedAnswer = v.object({ state: v.literal('failed'), reason: v.pipe(v.string(), v.maxLength(500)) })
const file = v.optional(
  v.pipe(
    v.string(),
    v.base64(),
    v.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
  ),
)
const files = v.object({ pdf: file, ofd: file, xml: file })
const IssuedAnswer = v.variant('state', [
  v.object({
    state: v.literal('issued'),
    number,
    issuedAt: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
    files,
  }),
  pendingAnswer,
  failedAnswer,
])
const ReversedAnswer = v.variant('state', [
  v.object({ state: v.literal('issued'), number, files: v.optional(files, {}) }),
  pendingAnswer,
  failedAnswer,
])

/** A service, or a bridge to one, with the protocol in this folder's README. */
export function httpService({ url, key }: { url: string; key: string }): EInvoiceService {
  async function callService<S extends v.GenericSchema>(schema: S, path: string, body?: object) {
    const answer = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method: body ? 'POST' : 'GET',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`the e-invoice service answered ${answer.status}`)
    return v.parse(schema, JSON.parse(await textOf(answer))) as v.InferOutput<S>
  }
  const pathOf = (kind: string, id: string) => `/${kind}/${encodeURIComponent(id)}`
  const withAmount = <T extends { amount: bigint }>(one: T) => ({ ...one, amount: decimal(one.amount) })
  return {
    issue: async (request) => (await callService(SubmittedAnswer, '/invoices', withAmount(request))).id,
    query: (id) => callService(IssuedAnswer, pathOf('invoices', id)),
    reverse: async (reversal) => (await callService(SubmittedAnswer, '/reversals', withAmount(reversal))).id,
    queryReversal: (id) => callService(ReversedAnswer, pathOf('reversals', id)),
  }
}

/** The text of an answer. Throws when it is too long. */
async function textOf(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer of the e-invoice service does not end')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
