import { setTimeout as wait } from 'node:timers/promises'

export interface SentMessage {
  id: string
  to: string
  subject: string
  text: string
  links: string[]
  code?: string
}

/** The messages to an address, newest first. */
export async function messagesTo(base: string, to: string): Promise<SentMessage[]> {
  const messages: SentMessage[] = await (await fetch(`${base}/outbox.json`)).json()
  return messages.filter((message) => message.to === to)
}

/** Waits for a message to `to` that `fits`. */
export async function waitForMessage(
  base: string,
  to: string,
  fits: (message: SentMessage) => boolean,
): Promise<SentMessage> {
  for (let tries = 0; tries < 300; tries++) {
    const match = (await messagesTo(base, to)).find(fits)
    if (match) return match
    await wait(100)
  }
  throw new Error(`no message to ${to}`)
}
