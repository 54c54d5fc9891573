import * as v from 'valibot'
import { now } from '#src/core/clock.ts'
import { businessError, gatewayError, refused, unavailable } from './errors.ts'
import { ACCEPT, contentMd5, JSON_TYPE, signatureOf } from './request-signature.ts'
import type { EsignSettings } from './settings.ts'

const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_FILE_BYTES = 100 * 1024 * 1024

/** The factor by which the call for a file may take longer than any other call. */
const FILE_TIMEOUT_FACTOR = 8

/** An id of the service, which becomes a part of URLs. */
export const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/**
 * Business errors have HTTP status 200 and an integer code; the gateway reports 401 and 403 in the same
 * field.
 */
const Envelope = v.object({
  code: v.pipe(v.number(), v.integer()),
  message: v.nullish(v.string()),
  data: v.optional(v.unknown()),
})

const Uploaded = v.object({ errCode: v.literal(0) })

interface Call {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: object
}

/** The `data` of the service's answer. */
export async function call<Data extends v.GenericSchema>(
  settings: EsignSettings,
  { method, path, query = {}, body }: Call,
  data: Data,
): Promise<v.InferOutput<Data>> {
  const text = method === 'POST' ? JSON.stringify(body ?? {}) : undefined
  const md5 = text === undefined ? '' : contentMd5(text)
  const search = new URLSearchParams(query).toString()
  const url = settings.host + path + (search && `?${search}`)
  const response = await fetchFrom(url, settings.timeout, {
    method,
    headers: {
      accept: ACCEPT,
      'content-type': JSON_TYPE,
      ...(md5 && { 'content-md5': md5 }),
      'x-tsign-open-app-id': settings.appId,
      'x-tsign-open-auth-mode': 'Signature',
      'x-tsign-open-ca-timestamp': String(now().getTime()),
      'x-tsign-open-ca-signature': signatureOf({ method, path, query, md5 }, settings.appSecret),
    },
    body: text,
  })
  return dataOf(response, data)
}

async function dataOf<Data extends v.GenericSchema>(
  response: Response,
  data: Data,
): Promise<v.InferOutput<Data>> {
  const envelope = v.safeParse(Envelope, jsonOf(await readBody(response, MAX_ANSWER_BYTES)))
  if (!envelope.success) throw gatewayError(response.status, `HTTP ${response.status} without a code`)
  const { code, message } = envelope.output
  const words = (message ?? '').slice(0, 200)
  if (code === 401 || code === 403 || !response.ok)
    throw gatewayError(response.ok ? code : response.status, words)
  if (code !== 0) throw businessError(code, words)
  const answer = v.safeParse(data, envelope.output.data)
  if (!answer.success) throw unavailable('shape', 'An answer has an unexpected shape')
  return answer.output
}

/** Sends a file to the URL that the service returned for it. */
export async function upload(settings: EsignSettings, url: string, file: Uint8Array, contentType: string) {
  const response = await fetchFrom(requirePermitted(settings, url), settings.timeout * FILE_TIMEOUT_FACTOR, {
    method: 'PUT',
    headers: { 'content-md5': contentMd5(file), 'content-type': contentType },
    body: Buffer.from(file),
  })
  const answer = v.safeParse(Uploaded, jsonOf(await readBody(response, MAX_ANSWER_BYTES)))
  if (!response.ok || !answer.success)
    throw unavailable('upload', `An upload was answered ${response.status}`)
}

/** Downloads a file from a URL of the service. */
export async function download(settings: EsignSettings, url: string): Promise<Uint8Array> {
  const address = requirePermitted(settings, url)
  const response = await fetchFrom(address, settings.timeout * FILE_TIMEOUT_FACTOR, { method: 'GET' })
  if (!response.ok) throw unavailable('download', `A download was answered ${response.status}`)
  return readBody(response, MAX_FILE_BYTES)
}

/** The URL. Throws if its host is not one of the service's. */
function requirePermitted(settings: EsignSettings, url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : null
  if (!origin || !settings.fileOrigins.includes(origin))
    throw refused('address', `The service gave an address of ${origin ?? 'no host'} for a file`)
  return url
}

async function fetchFrom(url: string, timeout: number, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) })
  } catch (error) {
    throw unavailable('network', 'The service cannot be reached', error)
  }
}

/** Reads the body, up to a maximum number of bytes. */
async function readBody(response: Response, max: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength
      if (size > max) break
      parts.push(part)
    }
  } catch (error) {
    throw unavailable('network', 'An answer broke off', error)
  }
  if (size > max) throw unavailable('size', `An answer has more than ${max} bytes`)
  return Buffer.concat(parts)
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
