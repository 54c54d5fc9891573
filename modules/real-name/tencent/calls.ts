import * as v from 'valibot'
import { log } from '#src/core/log.ts'
import { httpProfileFor, withLimit } from '#src/http/services/tencent-cloud.ts'
import type { TencentSettings } from '../settings.ts'

const VERSIONS = { faceid: '2018-03-01', ocr: '2018-11-19' } as const

/**
 * Calls the API once; returns null when the call fails or its answer has another shape. Calls are never
 * repeated, because each comparison costs money.
 */
export type Call = <Shape extends v.GenericSchema>(
  action: string,
  request: object,
  shape: Shape,
) => Promise<v.InferOutput<Shape> | null>

/** The SDK loads slowly, so it is loaded at the first call. It uses the system clock. */
async function clientFor(settings: TencentSettings, product: keyof typeof VERSIONS) {
  const { CommonClient } = await import('tencentcloud-sdk-nodejs/tencentcloud/common/common_client.js')
  const { secretId, secretKey } = settings
  const profile = { httpProfile: httpProfileFor(settings[product]) }
  const host = new URL(settings[product]).host
  return withLimit(
    new CommonClient(host, VERSIONS[product], { credential: { secretId, secretKey }, profile }),
  )
}

export function callsTo(settings: TencentSettings, product: keyof typeof VERSIONS): Call {
  let client: ReturnType<typeof clientFor> | null = null
  return async (action, request, shape) => {
    client ??= clientFor(settings, product)
    const loadedClient = await client
    try {
      const answer = await loadedClient.request(action, request, {
        signal: AbortSignal.timeout(settings.timeout),
      })
      const parsed = v.safeParse(shape, answer)
      if (parsed.success) return parsed.output
      logFailure(action, 'unexpected answer')
    } catch (error) {
      logFailure(action, codeOf(error))
    }
    return null
  }
}

/** Logs only the code, because the service's messages may repeat the data we sent. */
function logFailure(action: string, code: string) {
  log.error({ event: 'real-name service failed', action, code }, 'no real-name check')
}

/** Without a code the service did not answer: lost connection, gateway error or timeout. */
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code ? String(error.code) : 'no answer'
