import { createCipheriv, createHmac } from 'node:crypto'
import { newFlowId } from './flows.ts'

/** A callback with its address, headers and body. */
export interface Delivery {
  url: string
  headers: Record<string, string>
  body: string
}

export interface CallbackKeys {
  callbackToken: string
  callbackKey: string | null
}

export function deliveryOf(
  url: string,
  event: { type: string; data: object },
  { callbackToken, callbackKey }: CallbackKeys,
): Delivery {
  const text = JSON.stringify({
    MsgId: newFlowId('M'),
    MsgType: event.type,
    MsgVersion: 'CustomApp',
    MsgData: event.data,
  })
  const body = callbackKey ? JSON.stringify({ encrypt: sealed(text, callbackKey) }) : text
  const signature = createHmac('sha256', callbackToken).update(body).digest('hex')
  return {
    url,
    headers: { 'content-type': 'application/json', 'content-signature': `sha256=${signature}` },
    body,
  }
}

function sealed(text: string, key: string): string {
  const bytes = Buffer.from(key)
  const cipher = createCipheriv('aes-256-cbc', bytes, bytes.subarray(0, 16))
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64')
}

/**
 * Posts a callback until it is acknowledged, at most three times. Returns the last status; 0 without a
 * response.
 */
export async function post({ url, headers, body }: Delivery): Promise<number> {
  let status = 0
  for (let tries = 0; tries < 3 && status !== 200; tries++)
    status = await fetch(url, { method: 'POST', headers, body }).then(
      (response) => response.status,
      () => 0,
    )
  return status
}
