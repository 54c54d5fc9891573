import { type Agent, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Client } from 'tencentcloud-sdk-nodejs/tencentcloud/services/ess/v20201111/ess_client.js'
import * as v from 'valibot'
import { ProviderError } from '../remote/provider-error.ts'
import { kindOf, unexpected } from './errors.ts'
import type { TencentSettings } from './settings.ts'

/** The longest answer to a call, in bytes. */
const LONGEST = 1_000_000

/** One call of the API: its name, its request and the shape of its answer. Throws a ProviderError. */
export type Call = <Shape extends v.GenericSchema>(
  action: keyof Client & string,
  request: object,
  shape: Shape,
) => Promise<v.InferOutput<Shape>>

/** Calls to the API, and to the separate host for uploads. */
export interface Calls {
  call: Call
  upload: Call
}

/** Calls that the SDK signs and sends; it reads the clock of the system. */
export function callsFor(settings: TencentSettings): Calls {
  const { timeouts } = settings
  return {
    call: callsTo(clientFor(settings, settings.api), timeouts.call),
    upload: callsTo(clientFor(settings, settings.uploads), timeouts.file),
  }
}

const callsTo =
  (client: Client, timeout: number): Call =>
  async (action, request, shape) => {
    const answer = await client
      .request(action, request, { signal: AbortSignal.timeout(timeout) })
      .catch((error) => Promise.reject(providerErrorFor(action, error)))
    const parsed = v.safeParse(shape, answer)
    if (!parsed.success) throw unexpected(`${action}: ${v.summarize(parsed.issues)}`)
    return parsed.output
  }

function clientFor({ secretId, secretKey }: TencentSettings, base: string): Client {
  const url = new URL(base)
  const httpProfile = { endpoint: url.host, protocol: `${url.protocol}//`, agent: agentFor(url) }
  return withLimit(new Client({ credential: { secretId, secretKey }, profile: { httpProfile } }))
}

/** Limits what is read of an answer, for which the SDK has no setting; the library below it has. */
function withLimit(client: Client): Client {
  const read: (response: object) => Promise<unknown> = Reflect.get(client, 'parseResponse').bind(client)
  const parseResponse = (response: object) => read(Object.assign(response, { size: LONGEST }))
  return Object.assign(client, { parseResponse })
}

/** Sandboxes on this machine are reached by http, whatever their names. */
const onThisMachine: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

/**
 * Connects to one host only: the SDK follows redirects, and without an agent it obeys the variable
 * `http_proxy`.
 */
function agentFor(base: URL): Agent {
  const agent = base.protocol === 'http:' ? new HttpAgent({ lookup: onThisMachine }) : new HttpsAgent()
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    if (options.host !== base.hostname || Number(options.port) !== portOf(base))
      throw new Error('The service redirected a call to another host')
    return connect(options, callback)
  }
  return agent
}

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'http:' ? 80 : 443)

const SdkError = v.object({
  code: v.optional(v.string()),
  message: v.string(),
  requestId: v.optional(v.string()),
})

/** Without a code there was no answer of the service: a lost connection, a gateway's error or a timeout. */
function providerErrorFor(action: string, error: unknown): ProviderError {
  const { code = 'no-answer', message, requestId = '' } = v.parse(SdkError, error)
  const kind = code === 'no-answer' ? 'unavailable' : kindOf(code)
  return new ProviderError(kind, code, `${action}: ${message} ${requestId}`.trim(), { cause: error })
}
