import type { ServerResponse } from 'node:http'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import type { LiveEvent } from './tell.ts'

/** Milliseconds between two heartbeats, which also keep proxies from closing what is silent. */
const BEAT = 25_000
/** Open streams that one person may have at a process: browsers, since the tabs of one share theirs. */
const MOST = 6
/** Events that wait for a reader who does not read; then the stream ends, and its browser begins another. */
const UNREAD = 64

export interface Reader {
  /** What the stream hears of; the first key is the reader's own. */
  audience: string[]
  /** What there is to say to this reader, or null when nothing may be said any more. */
  look: () => Promise<object | null>
  /** Milliseconds between heartbeats, each of which looks again. */
  beat?: number
}

const byKey = new Map<string, Set<Stream>>()
const texts = new TextEncoder()
const HEARTBEAT = texts.encode(':\n\n')

/** One line each: JSON has no line breaks of its own. */
const eventOf = (kind: LiveEvent['kind'], data: object) =>
  texts.encode(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)

/** After an end, a lost connection or a restart, clients reconnect at different times. */
const retry = () => texts.encode(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`)

/** When all streams look again at once, requests come first. */
const quietly = limitConcurrency({ atOnce: 4, waitingAtMost: Number.POSITIVE_INFINITY })

/** Where the bytes of a stream go. */
interface Sink {
  /** Answers false, having written nothing, when too much waits for a reader who does not read. */
  write(bytes: Uint8Array): boolean
  end(): void
  /** Breaks it off. */
  fail(): void
}

class Stream {
  #reader: Reader
  #sink: Sink
  #timer: NodeJS.Timeout
  #said = ''
  #looking = false
  #lookAgain = false
  #ended = false

  constructor(reader: Reader, sink: Sink) {
    this.#reader = reader
    this.#sink = sink
    this.#timer = setInterval(() => this.#beat(), reader.beat ?? BEAT).unref()
    for (const key of reader.audience) byKey.set(key, (byKey.get(key) ?? new Set()).add(this))
    this.#write(retry())
    void this.look()
  }

  hear(bytes: Uint8Array) {
    this.#write(bytes)
  }

  /**
   * Says what has changed since it was last said; one look at a time, and another after it when asked
   * meanwhile.
   */
  async look() {
    this.#lookAgain = true
    if (this.#looking) return
    this.#looking = true
    while (this.#lookAgain && !this.#ended) {
      this.#lookAgain = false
      // Whether the session is still valid cannot be known while the database is away; the next heartbeat
      // asks again.
      const seen = await quietly(this.#reader.look).catch(() => undefined)
      if (seen === null) this.end()
      else if (seen) this.#say(seen)
    }
    this.#looking = false
  }

  end() {
    if (this.#ended) return
    this.leave()
    this.#sink.end()
  }

  #say(seen: object) {
    const said = JSON.stringify(seen)
    if (said === this.#said) return
    this.#said = said
    this.#write(eventOf('todo', seen))
  }

  #beat() {
    this.#write(HEARTBEAT)
    void this.look()
  }

  #write(bytes: Uint8Array) {
    if (this.#ended) return
    if (this.#sink.write(bytes)) return
    this.leave()
    this.#sink.fail()
  }

  /** Its reader is gone. */
  leave() {
    this.#ended = true
    clearInterval(this.#timer)
    for (const key of this.#reader.audience) {
      const streams = byKey.get(key)
      streams?.delete(this)
      if (streams?.size === 0) byKey.delete(key)
    }
  }
}

const hasMost = ({ audience }: Reader) => (byKey.get(audience[0]!)?.size ?? 0) >= MOST

/** The bytes of a stream of server-sent events; null when this reader has as many as one may have. */
export function openStream(reader: Reader): ReadableStream<Uint8Array> | null {
  if (hasMost(reader)) return null
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
  return new ReadableStream({ start, cancel: () => stream.leave() }, { highWaterMark: UNREAD })
}

/** Bytes that may wait for a reader who does not read, as many as so many events have. */
const UNREAD_BYTES = UNREAD * 64

/** Node's own answer as a stream's sink. */
class Answer implements Sink {
  #answer: ServerResponse

  constructor(answer: ServerResponse) {
    this.#answer = answer
  }

  write(bytes: Uint8Array) {
    // A client that left before the stream began gets no close event later.
    if (this.#answer.destroyed || this.#answer.writableLength > UNREAD_BYTES) return false
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

/** The same straight into node's answer: a stream of its own between takes three times the memory. */
export function streamInto(reader: Reader, answer: ServerResponse, head: Headers): boolean {
  if (hasMost(reader)) return false
  // At once, so that node keeps no table of them for as long as the stream is open.
  answer.writeHead(200, [...head].flat())
  const stream = new Stream(reader, new Answer(answer))
  const leave = () => stream.leave()
  answer.on('close', leave)
  answer.on('error', leave)
  forgetHead(answer)
  return true
}

/**
 * Node keeps the head it has sent, put together from fifty small strings: a third of what a stream would
 * hold.
 */
function forgetHead(answer: ServerResponse) {
  if (answer.headersSent && '_header' in answer) answer._header = 'sent'
}

const openStreams = () => new Set([...byKey.values()].flatMap((streams) => [...streams]))

/** The same bytes to everybody, made once. */
export function hear({ audience, kind, data }: LiveEvent) {
  const listening = new Set(audience.flatMap((key) => [...(byKey.get(key) ?? [])]))
  if (!listening.size) return
  const bytes = eventOf(kind, data)
  for (const stream of listening) {
    if (kind === 'todo') void stream.look()
    else stream.hear(bytes)
  }
}

const SOMETHING = eventOf('chat', {})

/** All query again, browsers too: an event may have been lost. */
export function lookAgain() {
  for (const stream of openStreams()) {
    void stream.look()
    stream.hear(SOMETHING)
  }
}

/** Ends them all; their browsers come back by themselves, to another process or to the next one. */
export function closeStreams() {
  for (const stream of openStreams()) stream.end()
}
