import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#src/core/log.ts'
import { CHANNEL, type LiveEvent } from './notify.ts'

/** Milliseconds between two checks of the connection, and the longest wait for an answer. */
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
  const stopController = new AbortController()
  const running = listenForEver(url, handlers, stopController.signal)
  return () => {
    stopController.abort()
    return running
  }
}

async function listenForEver(url: string, handlers: LiveHandlers, stopSignal: AbortSignal) {
  while (!stopSignal.aborted) {
    await listen(url, handlers, stopSignal).catch((error) =>
      log.warn({ error: String(error) }, 'live events lost'),
    )
    await pause(RECONNECT_DELAY_MS, stopSignal)
  }
}

/** Resolves when the connection is lost or unresponsive, or when listening ends. */
async function listen(url: string, { onEvent, onGap }: LiveHandlers, stopSignal: AbortSignal) {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: url, stream: () => socket })
  const endOfListening = new AbortController()
  const endListening = () => endOfListening.abort()
  stopSignal.addEventListener('abort', endListening)
  client.on('error', endListening)
  client.on('end', endListening)
  client.on('notification', ({ payload }) => onEvent(JSON.parse(payload!)))
  try {
    await withinTime(client.connect(), endOfListening.signal)
    await withinTime(client.query(`listen ${CHANNEL}`), endOfListening.signal)
    onGap()
    while (!endOfListening.signal.aborted) {
      await pause(CHECK_INTERVAL_MS, endOfListening.signal)
      if (!endOfListening.signal.aborted) await withinTime(client.query('select 1'), endOfListening.signal)
    }
    if (!stopSignal.aborted) throw new Error('connection lost')
  } finally {
    stopSignal.removeEventListener('abort', endListening)
    socket.destroy()
  }
}

/** Throws if the answer takes too long or `endOfListening` is aborted. */
async function withinTime(answer: Promise<unknown>, endOfListening: AbortSignal) {
  answer.catch(() => {})
  const answerReceived = new AbortController()
  const timeout = pause(MAX_SILENCE_MS, AbortSignal.any([endOfListening, answerReceived.signal])).then(() => {
    if (!answerReceived.signal.aborted) throw new Error('no answer')
  })
  try {
    await Promise.race([answer, timeout])
  } finally {
    answerReceived.abort()
  }
}

const pause = (ms: number, endOfListening: AbortSignal) =>
  wait(ms, undefined, { ref: false, signal: endOfListening }).catch(() => {})
