import type { ServerResponse } from 'node:http'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import type { LiveEvent } from './notify.ts'

/** Milliseconds between two heartbeats, which also keep proxies from closing a silent stream. */
const HEARTBEAT_MS = 25_000
/**
 * The maximum number of open streams of one person in a process. The tabs of a browser share a stream, so
 * this is a number of browsers.
 */
const MAX_STREAMS = 6
/**
 * The maximum number of unsent events of a slow reader. Beyond it the stream ends, and its browser opens
 * another one.
 */
const MAX_UNSENT_EVENTS = 64

export interface Reader {
  /** The keys whose events the stream receives; the first one is the reader's own. */
  audience: string[]
  /** The current state for this reader; null if the reader may no longer receive anything. */
  query: () => Promise<object | null>
  /** Milliseconds between heartbeats; each heartbeat queries the state again. */
  beat?: number
}

const streamsByKey = new Map<string, Set<Stream>>()
const encoder = new TextEncoder()
const HEARTBEAT = encoder.encode(':\n\n')

/** An event has one line of data, because JSON contains no line breaks. */
const eventOf = (kind: LiveEvent['kind'], data: object) =>
  encoder.encode(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)

/** A random delay, so that clients reconnect at different times after the end of a stream or a restart. */
const retryLine = () => encoder.encode(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`)

/** Limits the queries of the streams, so that requests have priority when all streams query together. */
const limitQueries = limitConcurrency({ concurrency: 4, maxWaiting: Number.POSITIVE_INFINITY })

/** The destination of the bytes of a stream. */
interface Sink {
  /** Returns false, without writing, if too many bytes wait for a slow reader. */
  write(bytes: Uint8Array): boolean
  end(): void
  /** Aborts the connection. */
  fail(): void
}

class Stream {
  #reader: Reader
  #sink: Sink
  #timer: NodeJS.Timeout
  #lastState = ''
  #updating = false
  #updateAgain = false
  #ended = false

  constructor(reader: Reader, sink: Sink) {
    this.#reader = reader
    this.#sink = sink
    this.#timer = setInterval(() => this.#beat(), reader.beat ?? HEARTBEAT_MS).unref()
    for (const key of reader.audience) streamsByKey.set(key, (streamsByKey.get(key) ?? new Set()).add(this))
    this.#write(retryLine())
    void this.update()
  }

  send(bytes: Uint8Array) {
    this.#write(bytes)
  }

  /**
   * Sends the changes since the last state. Only one query runs at a time; a call during a query causes
   * another query.
   */
  async update() {
    this.#updateAgain = true
    if (this.#updating) return
    this.#updating = true
    while (this.#updateAgain && !this.#ended) {
      this.#updateAgain = false
      // Without the database it is unknown whether the session is valid, so the next heartbeat queries
      // again.
      const state = await limitQueries(this.#reader.query).catch(() => undefined)
      if (state === null) this.end()
      else if (state) this.#sendState(state)
    }
    this.#updating = false
  }

  end() {
    if (this.#ended) return
    this.leave()
    this.#sink.end()
  }

  #sendState(newState: object) {
    const text = JSON.stringify(newState)
    if (text === this.#lastState) return
    this.#lastState = text
    this.#write(eventOf('todo', newState))
  }

  #beat() {
    this.#write(HEARTBEAT)
    void this.update()
  }

  #write(bytes: Uint8Array) {
    if (this.#ended) return
    if (this.#sink.write(bytes)) return
    this.leave()
    this.#sink.fail()
  }

  /** Called when the reader has left. */
  leave() {
    this.#ended = true
    clearInterval(this.#timer)
    for (const key of this.#reader.audience) {
      const streams = streamsByKey.get(key)
      streams?.delete(this)
      if (streams?.size === 0) streamsByKey.delete(key)
    }
  }
}

const hasTooManyStreams = ({ audience }: Reader) => (streamsByKey.get(audience[0]!)?.size ?? 0) >= MAX_STREAMS

/** The bytes of a stream of server-sent events; null if this reader has too many streams. */
export function openStream(reader: Reader): ReadableStream<Uint8Array> | null {
  if (hasTooManyStreams(reader)) return null
  let stream: Stream
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stream = new Stream(reader, {
      write: (bytes) => {
        if ((controller.desiredSize ?? 0) <= 0) return false
        controller.enqueue(bytes)
        return true
      },
      end: () => controller.close(),
      fail: () => controller.error(new Error('nobody reads')),
    })
  }
  return new ReadableStream({ start, cancel: () => stream.leave() }, { highWaterMark: MAX_UNSENT_EVENTS })
}

/** The maximum number of unsent bytes of a slow reader, for as many events. */
const MAX_UNSENT_BYTES = MAX_UNSENT_EVENTS * 64

/** A sink that writes into node's own response. */
class ResponseSink implements Sink {
  #answer: ServerResponse

  constructor(answer: ServerResponse) {
    this.#answer = answer
  }

  write(bytes: Uint8Array) {
    // A client that left before the stream began causes no close event later, so this is checked here.
    if (this.#answer.destroyed || this.#answer.writableLength > MAX_UNSENT_BYTES) return false
    this.#answer.write(bytes)
    return true
  }

  end() {
    this.#answer.end()
  }

  fail() {
    this.#answer.destroy()
  }
}

/**
 * As `openStream`, but writes into node's response, because a web stream in between needs three times the
 * memory.
 */
export function streamInto(reader: Reader, answer: ServerResponse, head: Headers): boolean {
  if (hasTooManyStreams(reader)) return false
  // The head is written as an array, so that node does not keep a table of headers while the stream is open.
  answer.writeHead(200, [...head].flat())
  const stream = new Stream(reader, new ResponseSink(answer))
  const leave = () => stream.leave()
  answer.on('close', leave)
  answer.on('error', leave)
  forgetHead(answer)
  return true
}

/**
 * Replaces the head that was sent, which node stores as fifty small strings: a third of the memory of a
 * stream.
 */
function forgetHead(answer: ServerResponse) {
  if (answer.headersSent && '_header' in answer) answer._header = 'sent'
}

const openStreams = () => new Set([...streamsByKey.values()].flatMap((streams) => [...streams]))

/** Sends an event to the streams of its audience; its bytes are computed once. */
export function deliverLiveEvent({ audience, kind, data }: LiveEvent) {
  const audienceStreams = new Set(audience.flatMap((key) => [...(streamsByKey.get(key) ?? [])]))
  if (!audienceStreams.size) return
  const bytes = eventOf(kind, data)
  for (const stream of audienceStreams) {
    if (kind === 'todo') void stream.update()
    else stream.send(bytes)
  }
}

const CHANGE_EVENT = eventOf('chat', {})

/** Makes all streams and browsers query again, because an event may have been lost. */
export function refreshStreams() {
  for (const stream of openStreams()) {
    void stream.update()
    stream.send(CHANGE_EVENT)
  }
}

/** Ends all streams. Their browsers reconnect automatically, to another process or to the next one. */
export function closeStreams() {
  for (const stream of openStreams()) stream.end()
}
