import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type S3Credentials, signV4, uriPath, uriQuery } from './signature-v4.ts'

export interface S3Settings extends S3Credentials {
  /** The bucket's address, with the bucket in the host or in the path. */
  url: string
  region: string
}

/** Thrown if the store refused a request, or failed. */
export class S3Error extends Error {
  readonly status: number
  /** The store's own code: `NoSuchBucket`, `SignatureDoesNotMatch`. */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(`${code} (${status})${message && `: ${message}`}`)
    this.status = status
    this.code = code
  }
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  body?: { content: Uint8Array<ArrayBuffer> | Blob; bytes: number; sha256: string }
}

export interface S3Limits {
  /** Milliseconds before each further attempt. */
  pauses: number[]
  /** Milliseconds without an answer, or without a further chunk of one, after which a request fails. */
  silence: number
}

const LIMITS: S3Limits = { pauses: [200, 1000, 3000], silence: 20_000 }
/** The slowest accepted upload. A request gets additional time according to the size of its body. */
const BYTES_PER_SECOND = 100_000
const EMPTY_HASH = hash('sha256', '')
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504])

/**
 * Sends signed requests to one bucket, and retries them after transient errors: all of them are idempotent.
 */
export class S3Bucket {
  readonly #settings: S3Settings
  readonly #limits: S3Limits

  constructor(settings: S3Settings, limits: Partial<S3Limits> = {}) {
    this.#settings = settings
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Sends a request and reads the answer; `read` runs again if the answer breaks off. */
  async send<T>(request: S3Request, read: (answer: Response) => Promise<T>): Promise<T> {
    for (const pause of this.#limits.pauses) {
      try {
        return await this.#try(request, read)
      } catch (error) {
        if (!isTransient(error)) throw error
        await wait(pause * (0.5 + Math.random()))
      }
    }
    return this.#try(request, read)
  }

  async #try<T>(request: S3Request, read: (answer: Response) => Promise<T>): Promise<T> {
    const { silence } = this.#limits
    const timeout = silence + ((request.body?.bytes ?? 0) / BYTES_PER_SECOND) * 1000
    const abortController = new AbortController()
    const giveUp = () =>
      abortController.abort(new Error(`no answer for ${Math.round(timeout / 1000)} seconds`))
    let timer = setTimeout(giveUp, timeout)
    const onChunk = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, silence)
    }
    const onEnd = () => clearTimeout(timer)
    try {
      const answer = await this.#fetch(request, abortController.signal)
      onChunk()
      if (!answer.ok) throw await errorOf(answer)
      const watchedBody = answer.body && watch(answer.body, onChunk, onEnd)
      if (!watchedBody) onEnd()
      return await read(new Response(watchedBody, answer))
    } catch (error) {
      onEnd()
      throw error
    }
  }

  #fetch({ method, key, query, body }: S3Request, signal: AbortSignal): Promise<Response> {
    const { url: address, region, ...credentials } = this.#settings
    const url = new URL(address)
    const base = url.pathname.replace(/\/$/, '')
    url.pathname = key ? `${base}/${uriPath(key)}` : base || '/'
    url.search = uriQuery(query ?? {})
    const signed = signV4(
      { method, url, headers: {}, sha256: body?.sha256 ?? EMPTY_HASH },
      credentials,
      region,
      new Date(),
    )
    return fetch(url, {
      method,
      body: body?.content ?? null,
      // The length is known beforehand and sent, because stores refuse the alternative, a chunked body.
      headers: {
        ...signed,
        'accept-encoding': 'identity',
        ...(body && { 'content-type': 'application/octet-stream' }),
      },
      redirect: 'manual',
      signal,
    })
  }
}

/** Reports each chunk, so that a long answer is not taken for a stalled one. */
function watch(body: ReadableStream<Uint8Array>, onChunk: () => void, onEnd: () => void) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        onChunk()
        const { done, value } = await reader.read()
        onEnd()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        onEnd()
        controller.error(error)
      }
    },
    cancel: async (reason) => {
      onEnd()
      await reader.cancel(reason)
    },
  })
}

async function errorOf(answer: Response): Promise<S3Error> {
  const text = await answer.text().catch(() => '')
  // The answer to HEAD has no body.
  const defaultCode = answer.status === 404 ? 'NotFound' : `HTTP ${answer.status}`
  const code = /<Code>([^<]{1,300})<\/Code>/.exec(text)?.[1] ?? defaultCode
  return new S3Error(answer.status, code, /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1] ?? '')
}

/**
 * Whether an error is transient: an error of the network or of the store itself, not a refusal with a
 * reason.
 */
function isTransient(error: unknown): boolean {
  if (error instanceof S3Error) return TRANSIENT_STATUSES.has(error.status) || error.code === 'RequestTimeout'
  return true
}
