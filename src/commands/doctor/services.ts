import { config } from '#src/core/config.ts'

/** How many milliseconds each service may take to answer. */
const TIMEOUT_MS = 5000

export interface ServiceCheck {
  name: string
  /** Null if the service answers; otherwise the reason, in one line without secrets. */
  fault: string | null
}

/** Checks whether every configured service answers, except the database and the store. */
export async function checkServices(): Promise<ServiceCheck[]> {
  const addresses: [string, string | undefined][] = [
    ['time-stamps answer', config.TIMESTAMP_URL],
    ['tracing answers', config.OTEL_EXPORTER_OTLP_ENDPOINT],
    ['Alipay answers', config.alipay?.gateway],
    ['WeChat Pay answers', config.wechatPay?.base],
    ['PayPal answers', config.paypal?.base],
    ['translation answers', config.translation?.url],
    ['the e-invoice service answers', config.eInvoice?.url],
  ]
  const checks = addresses.flatMap(([name, url]) =>
    url ? [httpFault(url).then((fault) => ({ name, fault }))] : [],
  )
  if (config.SMTP_URL)
    checks.push(smtpFault(config.SMTP_URL).then((fault) => ({ name: 'mail answers', fault })))
  return Promise.all(checks)
}

/**
 * The fault of a service. Any answer is good, even a refusal, because it shows that the address is right and
 * can be reached.
 */
async function httpFault(url: string): Promise<string | null> {
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return null
  } catch (error) {
    const { cause, message } = error as Error
    return `${new URL(url).host}: ${cause instanceof Error ? cause.message || cause.name : message}`
  }
}

/** Connects and logs in, without sending anything. */
async function smtpFault(url: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url, ...timeouts })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return `${new URL(url).host}: ${(error as Error).message}`
  } finally {
    transport.close()
  }
}
