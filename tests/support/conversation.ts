import { setTimeout as wait } from 'node:timers/promises'
import { createOutbox } from '#islands/chat/outbox.ts'
import { sendResultOf } from '#islands/chat/transport.ts'
import type { Client } from './client.ts'
import { eventsIn } from './events.ts'

/**
 * An open page of the conversation, like the island and the page script: the received events, and a function
 * that cuts the connection.
 */
export function openConversation(
  client: Client,
  base: string,
  { path, post }: { path: string; post: string },
) {
  let shownEvents: string[] = []
  let cutController = new AbortController()
  let hasLeft = false
  const receive = async () => {
    const html = await (await client.get(path, { 'hx-request': 'true' })).text()
    shownEvents = [...html.matchAll(/>((?:customer|ours) \d+)</g)].map(([, words]) => words!)
  }
  let storedCount = 0
  let lostCount = 0
  const outbox = createOutbox(
    async ({ key, words }) => {
      const answer = await client.post(post, { key, words }, { accept: 'application/json' }).catch(() => null)
      if (!answer) return 'lost'
      // Every second message is stored, but its response is lost, so that it is sent again.
      if (storedCount++ % 2) {
        lostCount++
        return 'lost'
      }
      return sendResultOf(answer.status, await answer.text())
    },
    () => {},
    { retryDelay: 50 },
  )
  const listen = async () => {
    while (!hasLeft) {
      cutController = new AbortController()
      await hear(cutController.signal).catch(() => {})
      await wait(20)
    }
  }
  const hear = async (signal: AbortSignal) => {
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
    const { body } = await fetch(`${base}/live`, { headers: { accept: 'text/event-stream', cookie }, signal })
    await receive()
    const events = eventsIn(body!)
    for (let event = await events.next(); event; event = await events.next())
      if (event.kind === 'chat') await receive()
  }
  const listening = listen()
  return {
    say: (words: string) => outbox.add({ key: crypto.randomUUID(), words, file: null }),
    cut: () => cutController.abort(),
    shown: () => shownEvents,
    lost: () => lostCount,
    leave: () => {
      hasLeft = true
      cutController.abort()
      return listening
    },
  }
}
