import { type Agent, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'

/** The maximum length of an answer, in bytes. */
const MAX_ANSWER_LENGTH = 1_000_000

/** Limits the size of an answer. The SDK has no setting for this, but the library that it uses has. */
export function withLimit<Client extends object>(client: Client): Client {
  const original: (response: object) => Promise<unknown> = Reflect.get(client as object, 'parseResponse')
  const parseOriginal = original.bind(client)
  const parseResponse = (response: object) =>
    parseOriginal(Object.assign(response, { size: MAX_ANSWER_LENGTH }))
  return Object.assign(client, { parseResponse })
}

/** Resolves every name to this machine, for sandboxes that are reached over http under any name. */
const onThisMachine: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

/**
 * An agent that connects to one host only: the SDK follows redirects, and without an agent it obeys the
 * variable `http_proxy`.
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

/**
 * The SDK's settings for calls to a service of Tencent Cloud at this address, for example `https://host`.
 */
export function httpProfileFor(base: string) {
  const url = new URL(base)
  return { endpoint: url.host, protocol: `${url.protocol}//`, agent: agentFor(url) }
}
