import { Hono } from 'hono'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AppError } from '#src/core/errors.ts'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import type { Env } from '#src/http/web.ts'

const KB = 1024
const MAX_BYTES = 5 * KB * KB
const CHUNK = 16 * KB

const app = new Hono<Env>().post('/', async (c) => {
  const read = await readFormWithFiles(c, v.object({ text: v.optional(v.string(), '') }), 'file', MAX_BYTES)
  return c.json({ ...read, files: read.files.map(({ length, buffer }) => [length, buffer.byteLength]) })
})
app.onError((error, c) => c.text(error instanceof AppError ? error.code : String(error), 400))

/** Sends these bytes in chunks as long as the server reads them; returns the number of sent bytes. */
async function send(bytes: Buffer | (() => Buffer), type = 'multipart/form-data; boundary=edge') {
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = typeof bytes === 'function' ? bytes() : bytes.subarray(sent, sent + CHUNK)
        sent += piece.length
        if (piece.length) controller.enqueue(new Uint8Array(piece))
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, headers: { 'content-type': type }, duplex: 'half' }
  const answer = await app.request('/', init)
  return { status: answer.status, text: await answer.text(), sent }
}

const part = (head: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const END = Buffer.from('--edge--\r\n')

test('a form with a file is read, and only one copy of the file is in memory', async () => {
  const file = Buffer.alloc(70_000, 7)
  const { text } = await send(
    Buffer.concat([
      part('name="text"', '合同 😀'),
      part('name="other"; filename="x.png"', 'left out'),
      part('name="file"; filename=""', ''),
      part('name="file"; filename="签名 %22a%22.png"', file),
      END,
    ]),
  )
  expect(JSON.parse(text)).toMatchObject({
    form: { ok: true, output: { text: '合同 😀' } },
    files: [[70_000, 70_000]],
    names: ['签名 "a".png'],
  })
})

test('an empty file does not count as missing: its reader reports the problem', async () => {
  const { text } = await send(Buffer.concat([part('name="file"; filename="empty.png"', ''), END]))
  expect(JSON.parse(text)).toMatchObject({ files: [[0, 0]], names: ['empty.png'] })
})

test('one byte more than the limit of a too large file is read', async () => {
  for (const [size, document] of [
    [MAX_BYTES, MAX_BYTES],
    [MAX_BYTES + 1, MAX_BYTES + 1],
    [MAX_BYTES + 300_000, MAX_BYTES + 1],
  ] as const) {
    const { text } = await send(Buffer.concat([part('name="file"; filename="a"', Buffer.alloc(size)), END]))
    expect(JSON.parse(text).files).toEqual([[document, document]])
  }
})

test('requests that no browser sends are rejected long before their end', async () => {
  const small = part('name="text"', '')
  const refused: [string, Buffer | (() => Buffer), string][] = [
    ['60,000 parts', Buffer.concat(Array.from({ length: 60_000 }, () => small)), 'TOO_LARGE'],
    ['no part at all', endless(Buffer.from('--ed')), 'UNSUPPORTED_TYPE'],
    ['a head without end', endless(part('name="text"', '').subarray(0, 50)), 'UNSUPPORTED_TYPE'],
    ['a file without end', endless(part('name="file"; filename="a"', '')), 'TOO_LARGE'],
  ]
  for (const [name, bytes, code] of refused) {
    const { status, text, sent } = await send(bytes)
    expect([name, status, text]).toEqual([name, 400, code])
    expect([name, sent <= (name === 'a file without end' ? 26_000 : 64) * KB]).toEqual([name, true])
  }
  const { text } = await send(small, 'multipart/form-data')
  expect(text).toBe('UNSUPPORTED_TYPE')
})

/** The beginning, and then zeros as long as the server reads. */
function endless(beginning: Buffer): () => Buffer {
  const pieces = [beginning]
  return () => pieces.shift() ?? Buffer.alloc(CHUNK)
}
