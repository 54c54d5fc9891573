import { AppError } from '#src/core/errors.ts'
import type { Ctx } from '../web.ts'

export interface FormPart {
  name: string
  /** The name of the file; null for a field without a file. */
  fileName: string | null
  /** The content, which must be read to its end before the next part. */
  content: AsyncIterable<Buffer>
}

const MAX_PARTS = 100
const MAX_HEAD_LENGTH = 8 * 1024
const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * The parts of a multipart form as streams, one after the other, so that no file is ever completely in
 * memory. Throws UNSUPPORTED_TYPE for an invalid form.
 */
export async function* readParts(c: Ctx): AsyncGenerator<FormPart> {
  const type = c.req.header('content-type') ?? ''
  const boundary = /^multipart\/form-data\s*;.*boundary="?([^";]+)/i.exec(type)?.[1]
  if (!boundary) throw new AppError('UNSUPPORTED_TYPE')
  const divider = Buffer.from(`\r\n--${boundary}`)
  const source = new Source(c.req.raw.body ?? [])
  // The divider begins with a line end, which the first boundary may lack, so one is put in front. Text
  // before the first boundary is ignored, up to the length of a head.
  source.putBack(Buffer.from('\r\n'))
  let preambleLength = 0
  for await (const chunk of source.until(divider)) {
    preambleLength += chunk.length
    if (preambleLength > MAX_HEAD_LENGTH) throw new AppError('UNSUPPORTED_TYPE')
  }
  for (let count = 0; !(await source.starts('--')); count++) {
    if (count >= MAX_PARTS) throw new AppError('TOO_LARGE')
    const head = await readHead(source)
    yield { ...head, content: source.until(divider) }
  }
}

async function readHead(source: Source): Promise<Pick<FormPart, 'name' | 'fileName'>> {
  let head = ''
  for await (const chunk of source.until(HEAD_END)) {
    head += chunk.toString('utf8')
    if (head.length > MAX_HEAD_LENGTH) throw new AppError('UNSUPPORTED_TYPE')
  }
  const line = /content-disposition:(.*)/i.exec(head)?.[1] ?? ''
  const attribute = (key: string) => new RegExp(`;\\s*${key}="([^"]*)"`, 'i').exec(line)?.[1]
  return { name: unescaped(attribute('name') ?? ''), fileName: unescapedOrNull(attribute('filename')) }
}

/** Reverses the escapes of browsers for characters that would end the value. */
const unescaped = (text: string) => text.replaceAll('%22', '"').replaceAll(/%0D|%0A/g, ' ')
const unescapedOrNull = (text: string | undefined) => (text === undefined ? null : unescaped(text))

/** A byte stream that can be read up to a delimiter. */
class Source {
  private readonly chunks: AsyncIterator<Uint8Array>
  private buffered: Buffer = Buffer.alloc(0)

  constructor(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.chunks = (async function* () {
      yield* body
    })()
  }

  putBack(bytes: Buffer) {
    this.buffered = Buffer.concat([bytes, this.buffered])
  }

  /** The bytes before the delimiter, which is skipped. Throws UNSUPPORTED_TYPE if it is missing. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const delimiterIndex = this.buffered.indexOf(delimiter)
      if (delimiterIndex >= 0) {
        const bytesBefore = this.buffered.subarray(0, delimiterIndex)
        this.buffered = this.buffered.subarray(delimiterIndex + delimiter.length)
        if (bytesBefore.length) yield bytesBefore
        return
      }
      // The last bytes may be the beginning of the delimiter, so they are held back.
      const safeBytes = this.buffered.subarray(0, Math.max(0, this.buffered.length - delimiter.length + 1))
      this.buffered = this.buffered.subarray(safeBytes.length)
      if (safeBytes.length) yield safeBytes
      await this.fill()
    }
  }

  async starts(text: string): Promise<boolean> {
    while (this.buffered.length < text.length) await this.fill()
    return this.buffered.subarray(0, text.length).toString('latin1') === text
  }

  private async fill() {
    const { done, value } = await this.chunks.next()
    if (done) throw new AppError('UNSUPPORTED_TYPE')
    this.buffered = Buffer.concat([this.buffered, value])
  }
}
