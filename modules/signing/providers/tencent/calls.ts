import { Client } from 'tencentcloud-sdk-nodejs/tencentcloud/services/ess/v20201111/ess_client.js'
import * as v from 'valibot'
import { httpProfileFor, withLimit } from '#src/http/services/tencent-cloud.ts'
import { ProviderError } from '../remote/provider-error.ts'
import { kindOf, unexpected } from './errors.ts'
import type { TencentSettings } from './settings.ts'

/** Calls the API by name, with a request and the shape of the answer. Throws a ProviderError. */
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

/** Calls that the SDK signs and sends. It uses the system clock. */
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

const clientFor = ({ secretId, secretKey }: TencentSettings, base: string): Client =>
  withLimit(
    new Client({ credential: { secretId, secretKey }, profile: { httpProfile: httpProfileFor(base) } }),
  )

const SdkError = v.object({
  code: v.optional(v.string()),
  message: v.string(),
  requestId: v.optional(v.string()),
})

/**
 * An error without a code means that the service did not answer: lost connection, gateway error or timeout.
 */
function providerErrorFor(action: string, error: unknown): ProviderError {
  const { code = 'no-answer', message, requestId = '' } = v.parse(SdkError, error)
  const kind = code === 'no-answer' ? 'unavailable' : kindOf(code)
  return new ProviderError(kind, code, `${action}: ${message} ${requestId}`.trim(), { cause: error })
}
