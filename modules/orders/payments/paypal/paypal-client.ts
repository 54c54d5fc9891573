import type { Client } from '@paypal/paypal-server-sdk'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { GatewayRefused } from '../gateway.ts'

/** Milliseconds for one call. */
const TIMEOUT = 5000

type Sdk = typeof import('@paypal/paypal-server-sdk')
export type PaypalAccount = NonNullable<typeof config.paypal>

let kept: { account: PaypalAccount; client: Client } | null = null

/**
 * Works with the library for our account, which is loaded when the first person pays. A library whose token
 * could not be fetched once never asks for another, so that after a failure a new client is made. Throws
 * PAYMENT_UNAVAILABLE where PayPal is not configured, and GatewayRefused for what PayPal understood and did
 * not do.
 */
export async function withPaypal<T>(work: (client: Client, sdk: Sdk) => Promise<T>): Promise<T> {
  const account = config.paypal
  if (!account) throw new AppError('PAYMENT_UNAVAILABLE')
  const sdk = await import('@paypal/paypal-server-sdk')
  if (kept?.account !== account) kept = { account, client: newClient(sdk, account) }
  try {
    return await work(kept.client, sdk)
  } catch (error) {
    kept = null
    throw reasonOf(error)
  }
}

/** The library's own errors hold the request, its token included: they go no further. */
function reasonOf(error: unknown): unknown {
  const { statusCode, body } = error as { statusCode?: number; body?: unknown }
  if (statusCode === undefined) return error
  const issue =
    /"issue"\s*:\s*"(\w+)"/.exec(String(body))?.[1] ?? /"name"\s*:\s*"(\w+)"/.exec(String(body))?.[1]
  return new GatewayRefused('paypal', issue ?? String(statusCode))
}

/** At the address of the configuration: the library by itself knows two. */
function newClient({ Client, Environment }: Sdk, { clientId, secret, base }: PaypalAccount): Client {
  class ClientAt extends Client {
    override getRequestBuilderFactory() {
      const factory = super.getRequestBuilderFactory()
      return ((...args: Parameters<typeof factory>) => {
        const builder = factory(...args)
        builder.interceptRequest((request) => ({ ...request, url: base + pathOf(request.url) }))
        return builder
      }) as typeof factory
    }
  }
  return new ClientAt({
    environment: Environment.Production,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: secret,
      oAuthClockSkew: 60,
    },
    timeout: TIMEOUT,
  })
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
