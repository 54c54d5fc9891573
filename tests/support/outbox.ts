import { setTimeout as wait } from 'node:timers/promises'

export interface SentMessage {
  id: string
  to: string
  subject: string
  links: string[]
  code?: string
}

export const messagesOf = async (base: string): Promise<SentMessage[]> =>
  (await fetch(`${base}/outbox.json`)).json()

/** Waits for a message to `to` that `fits`. */
export async function waitForMessage(
  base: string,
  to: string,
  fits: (message: SentMessage) => boolean,
): Promise<SentMessage> {
  for (let tries = 0; tries < 300; tries++) {
    const found = (await messagesOf(base)).find((message) => message.to === to && fits(message))
    if (found) return found
    await wait(100)
  }
  throw new Error(`no message to ${to}`)
}
