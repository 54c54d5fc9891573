import * as v from 'valibot'
import { ProviderError } from '../remote/provider-error.ts'
import { kindOf } from './errors.ts'
import { type Answer, parse, send } from './http.ts'
import type { Session } from './session.ts'
import type { DocusignSettings } from './settings.ts'

const Refusal = v.object({ errorCode: v.string(), message: v.optional(v.string(), '') })

interface Request {
  method: 'GET' | 'POST' | 'PUT'
  /** The path below the account, such as `/envelopes`. */
  path: string
  body?: object
  /** Maximum size of the answer in bytes. */
  limit?: number
  /** Whether the call contains a file, and may therefore take longer. */
  hasFile?: boolean
}

export type Call = (request: Request) => Promise<Answer>

/**
 * Calls below the account of the configured user. If a token is refused, the call is repeated once with a
 * new token. Throws a ProviderError for every unsuccessful answer.
 */
export function callsOf(settings: DocusignSettings, session: Session): Call {
  async function attempt({ method, path, body, limit, hasFile }: Request, token: string): Promise<Answer> {
    const url = `${await session.base()}/restapi/v2.1/accounts/${settings.accountId}${path}`
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (body) headers['content-type'] = 'application/json'
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return send(url, init, { timeout: settings.timeout * (hasFile ? 4 : 1), limit })
  }

  return async (request) => {
    const token = await session.token()
    const firstAnswer = await attempt(request, token)
    const answer =
      firstAnswer.status === 401 ? await attempt(request, await session.token(token)) : firstAnswer
    if (answer.status >= 200 && answer.status < 300) return answer
    throw errorOf(answer)
  }
}

function errorOf({ status, headers, body }: Answer): ProviderError {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Refusal), body.toString('utf8'))
  const { errorCode, message } = parsed.success ? parsed.output : { errorCode: `HTTP_${status}`, message: '' }
  const trace = headers.get('x-docusign-tracetoken')
  const text = `DocuSign answered ${status} ${errorCode}: ${message.slice(0, 500)}`
  return new ProviderError(kindOf(status, errorCode), errorCode, trace ? `${text} (trace ${trace})` : text)
}

const Results = v.object({
  recipientUpdateResults: v.optional(
    v.array(v.object({ errorDetails: v.nullish(v.object({ ...Refusal.entries })) })),
    [],
  ),
})

/**
 * Throws if an update was refused for a recipient, because the answer as a whole is successful even then.
 */
export function checkResults({ body }: Answer): void {
  for (const { errorDetails } of parse(Results, body).recipientUpdateResults) {
    const { errorCode, message } = errorDetails ?? { errorCode: 'SUCCESS', message: '' }
    if (errorCode === 'SUCCESS') continue
    const text = `DocuSign refused a recipient: ${errorCode}: ${message.slice(0, 500)}`
    throw new ProviderError(kindOf(400, errorCode), errorCode, text)
  }
}
