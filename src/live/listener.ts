import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#src/core/log.ts'
import { CHANNEL, type LiveEvent } from './notify.ts'

/** Milliseconds between two checks of the connection, which are also the longest time without an answer. */
const CHECK_INTERVAL_MS = 10_000
const MAX_SILENCE_MS = 5000
/** Milliseconds before reconnecting. */
const RECONNECT_DELAY_MS = 500

interface LiveHandlers {
  onEvent(event: LiveEvent): void
  /** Called when the connection is back, because events may have been lost. */
  onGap(): void
}

/**
 * Receives the events of all processes of this database on a dedicated connection, which is reopened
 * whenever it is lost. Returns the function that stops it.
 */
export function startListening(url: string, handlers: LiveHandlers): () => Promise<void> {
  const ending = new AbortController()
  const running = listenForEver(url, handlers, ending.signal)
  return () => {
    ending.abort()
    return running
  }
}

async function listenForEver(url: string, handlers: LiveHandlers, ended: AbortSignal) {
  while (!ended.aborted) {
    await listen(url, handlers, ended).catch((error) =>
      log.warn({ error: String(error) }, 'live events lost'),
    )
    await pause(RECONNECT_DELAY_MS, ended)
  }
}

/** Resolves when the connection is lost or unresponsive, or when listening ends. */
async function listen(url: string, { onEvent, onGap }: LiveHandlers, ended: AbortSignal) {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: url, stream: () => socket })
  const endOfListening = new AbortController()
  const end = () => endOfListening.abort()
  ended.addEventListener('abort', end)
  client.on('error', end)
  client.on('end', end)
  client.on('notification', ({ payload }) => onEvent(JSON.parse(payload!)))
  try {
    await withinTime(client.connect(), endOfListening.signal)
    await withinTime(client.query(`listen ${CHANNEL}`), endOfListening.signal)
    onGap()
    while (!endOfListening.signal.aborted) {
      await pause(CHECK_INTERVAL_MS, endOfListening.signal)
      if (!endOfListening.signal.aborted) await withinTime(client.query('select 1'), endOfListening.signal)
    }
    if (!ended.aborted) throw new Error('connection lost')
  } finally {
    ended.removeEventListener('abort', end)
    socket.destroy()
  }
}

/** Throws if the answer takes too long or `over` is aborted. */
async function withinTime(answer: Promise<unknown>, endOfListening: AbortSignal) {
  answer.catch(() => {})
  const answered = new AbortController()
  const late = pause(MAX_SILENCE_MS, AbortSignal.any([endOfListening, answered.signal])).then(() => {
    if (!answered.signal.aborted) throw new Error('no answer')
  })
  try {
    await Promise.race([answer, late])
  } finally {
    answered.abort()
  }
}

const pause = (ms: number, endOfListening: AbortSignal) =>
  wait(ms, undefined, { ref: false, signal: endOfListening }).catch(() => {})
