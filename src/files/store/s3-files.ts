import { hash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { SaxesParser } from 'saxes'
import { type FileContent, type FileStore, requireKey } from './file-store.ts'
import { S3Bucket, S3Error, type S3Limits, type S3Request, type S3Settings } from './s3-request.ts'

/**
 * Files in a bucket of an S3-compatible store. Uses only features that all such stores have: whole objects
 * with a known length and hash, GET, HEAD, DELETE and ListObjectsV2; no chunked or unsigned bodies, no
 * conditional writes.
 */
export class S3Files implements FileStore {
  readonly place: string
  readonly #bucket: S3Bucket

  constructor(settings: S3Settings, limits?: Partial<S3Limits>) {
    this.place = `S3 at ${settings.url}`
    this.#bucket = new S3Bucket(settings, limits)
  }

  async put(key: string, contents: string | Uint8Array) {
    const content = Buffer.from(contents)
    const body = { content, bytes: content.byteLength, sha256: hash('sha256', content) }
    await this.#send({ method: 'PUT', key: requireKey(key), body })
  }

  async putFrom(key: string, path: string, { bytes, sha256 }: FileContent) {
    const body = { content: await openAsBlob(path), bytes, sha256 }
    await this.#send({ method: 'PUT', key: requireKey(key), body })
  }

  getBytes(key: string): Promise<Uint8Array> {
    return this.#bucket.send(
      { method: 'GET', key: requireKey(key) },
      async (answer) => new Uint8Array(await answer.arrayBuffer()),
    )
  }

  getStream(key: string): Promise<Readable> {
    return this.#bucket.send({ method: 'GET', key: requireKey(key) }, async ({ body }) =>
      body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]),
    )
  }

  async exists(key: string): Promise<boolean> {
    try {
      await this.#send({ method: 'HEAD', key: requireKey(key) })
      return true
    } catch (error) {
      if (error instanceof S3Error && error.status === 404) return false
      throw error
    }
  }

  async delete(key: string) {
    try {
      await this.#send({ method: 'DELETE', key: requireKey(key) })
    } catch (error) {
      // Most stores answer 204 for a missing object, but not all.
      if (!(error instanceof S3Error && error.code === 'NoSuchKey')) throw error
    }
  }

  async deleteAll(prefix: string) {
    await this.delete(prefix)
    for await (const key of this.#list(`${prefix}/`)) await this.delete(key)
  }

  async probe() {
    await this.#page({ 'max-keys': '1' })
  }

  async *#list(prefix: string): AsyncGenerator<string> {
    let nextToken = ''
    do {
      const page = await this.#page({ prefix, ...(nextToken && { 'continuation-token': nextToken }) })
      yield* page.keys
      nextToken = page.next
    } while (nextToken)
  }

  #page(query: Record<string, string>) {
    return this.#bucket.send(
      { method: 'GET', key: '', query: { 'list-type': '2', ...query } },
      async (answer) => pageOf(await answer.text()),
    )
  }

  #send(request: S3Request) {
    return this.#bucket.send(request, async (answer) => void (await answer.arrayBuffer()))
  }
}

/** The keys in an answer to ListObjectsV2, and the token of the next page; the token is '' at the end. */
function pageOf(xml: string): { keys: string[]; next: string } {
  const path: string[] = []
  const keys: string[] = []
  let text = ''
  let nextToken = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    path.push(name)
    text = ''
  })
  parser.on('text', (chunk) => {
    text += chunk
  })
  parser.on('closetag', () => {
    const place = path.join('/')
    if (place === 'ListBucketResult/Contents/Key') keys.push(text)
    if (place === 'ListBucketResult/NextContinuationToken') nextToken = text
    path.pop()
  })
  parser.write(xml).close()
  return { keys, next: nextToken }
}
