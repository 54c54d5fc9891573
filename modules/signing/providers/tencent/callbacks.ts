import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { ProviderError } from '../remote/provider-error.ts'
import type { Callback, CallbackRequest } from '../remote/service.ts'
import { readUserData, remoteIdOf } from './ids.ts'
import type { TencentSettings } from './settings.ts'

const SIGNATURE = /^sha256=([0-9a-f]{64})$/

const EncryptedMessage = v.object({ encrypt: v.string() })

const Message = v.object({
  MsgId: v.optional(v.string()),
  MsgType: v.string(),
  MsgData: v.object({ FlowId: v.optional(v.string()), UserData: v.optional(v.string()) }),
})

type Message = v.InferOutput<typeof Message>

/**
 * Null for a request that the service did not sign. The signature does not cover a time, so a replayed
 * request is accepted, with the same key. Throws a ProviderError 'misconfigured' for a signed message that
 * cannot be decrypted.
 */
export function readCallback(
  { headers, body }: CallbackRequest,
  { callbackToken, callbackKey }: Pick<TencentSettings, 'callbackToken' | 'callbackKey'>,
): Callback | null {
  const [, signature] = SIGNATURE.exec(headers['content-signature'] ?? '') ?? []
  const expectedSignature = createHmac('sha256', callbackToken).update(body).digest()
  if (!signature || !timingSafeEqual(Buffer.from(signature, 'hex'), expectedSignature)) return null
  const message = messageIn(body, callbackKey)
  const key = message?.MsgId || `sha256:${createHash('sha256').update(body).digest('hex')}`
  return { key, about: message ? aboutOf(message) : { kind: 'other' } }
}

/** The events differ in shape, but all events that concern us contain our user data. */
function aboutOf({ MsgData }: Message): Callback['about'] {
  const userData = MsgData.UserData ? readUserData(MsgData.UserData) : null
  if (!userData) return { kind: 'other' }
  if ('flow' in userData) return { kind: 'authorisation', flow: userData.flow }
  if (!MsgData.FlowId) return { kind: 'other' }
  const { signatories } = userData
  return { kind: 'signing', remoteId: remoteIdOf({ flowId: MsgData.FlowId, signatories }) }
}

function messageIn(body: Uint8Array, key: string | null): Message | null {
  const content = jsonIn(body)
  const encrypted = v.safeParse(EncryptedMessage, content)
  const message = v.safeParse(Message, encrypted.success ? decrypt(encrypted.output.encrypt, key) : content)
  return message.success ? message.output : null
}

/**
 * Decrypts a message; the initialisation vector is the beginning of the key. A wrong key gives valid padding
 * in 1 of 256 messages, so the decrypted text must also be JSON.
 */
function decrypt(encrypted: string, key: string | null): unknown {
  if (!key) throw unreadable('The console encrypts callbacks, but no key is set')
  const bytes = Buffer.from(key, 'utf8')
  const decipher = createDecipheriv('aes-256-cbc', bytes, bytes.subarray(0, 16))
  try {
    const content = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
    return JSON.parse(content.toString('utf8'))
  } catch (cause) {
    throw unreadable('Callbacks are encrypted with another key', { cause })
  }
}

const unreadable = (message: string, options?: ErrorOptions) =>
  new ProviderError('misconfigured', 'callback-key', message, options)

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
