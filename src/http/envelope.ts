import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { config } from '#src/core/config.ts'
import type { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { logRefused } from './refusals.ts'
import type { Ctx } from './web.ts'

/** The response of every JSON route (source: specification, section 7). */
export function answer(c: Ctx, model: unknown, status: 200 | 201 = 200): Response {
  return send(c, { success: true, model, errorCode: null, errorMsg: null }, status)
}

interface Envelope {
  success: boolean
  model: unknown
  errorCode: string | null
  errorMsg: string | null
}

/** Whole numbers that a double cannot represent are sent as text, so that no reader rounds them. */
function send(c: Ctx, envelope: Envelope, status: ContentfulStatusCode): Response {
  const text = JSON.stringify(envelope, (_, value) => {
    const isLarge = typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value))
    return isLarge ? BigInt(value).toString() : value
  })
  return c.body(text, status, { 'Content-Type': 'application/json' })
}

export function refusal(c: Ctx, error: AppError, model: unknown = null): Response {
  logRefused(c, error)
  const errorMsg = translate(c.var.locale ?? 'zh_CN')(error.words, error.details)
  return send(c, { success: false, model, errorCode: error.code, errorMsg }, error.status)
}

/**
 * The name for programs that read only the plain `filename`, without the characters that they would garble.
 */
function asciiName(name: string): string {
  const dot = name.lastIndexOf('.')
  const words = name.slice(0, dot).match(/[\x21\x23\x24\x26-\x3a\x3c-\x7e]+/g) ?? []
  return `${words.join(' ') || 'document'}${name.slice(dot).replace(/[^\x20-\x7e]|[%;"]/g, '_')}`
}

/**
 * Sends a file for download under its name, in both notations of RFC 6266. Browsers never open it as a page
 * of this site.
 */
export function sendAttachment(
  c: Ctx,
  name: string,
  type: string,
  content: Uint8Array | ReadableStream,
): Response {
  const plainName = asciiName(name)
  c.header('Content-Type', type)
  c.header(
    'Content-Disposition',
    `attachment; filename="${plainName}"; filename*=UTF-8''${encodeRfc5987(name)}`,
  )
  c.header('Content-Security-Policy', `sandbox; default-src 'none'; frame-ancestors 'none'`)
  return c.body(content instanceof Uint8Array ? new Uint8Array(content) : content)
}

function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Whether the client is a program or an island, which gets JSON instead of a page. */
export function wantsJson(c: Ctx): boolean {
  return c.req.path.startsWith('/api/') || c.req.header('accept') === 'application/json'
}

export const publicUrl = (path: string) => `${config.baseUrl}${path}`
