import { deflateRawSync } from 'node:zlib'
import type { Client } from '#tests/support/client.ts'

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'

/** Uploads a file to the public check by the form without script. */
export function verifyFile(client: Client, bytes: Uint8Array | null): Promise<Response> {
  const name = bytes ? 'contract.pdf' : ''
  const head = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf`
  const part = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    bytes ?? Buffer.alloc(0),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([part, Buffer.from(`--${BOUNDARY}--\r\n`)]) as never
  return client.send('POST', '/verify', {
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
}

/** The first line of the verdict as plain text. */
export function verdictIn(html: string): string {
  const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html.slice(html.indexOf('<main'))) ?? []
  return title
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .trim()
}

const MB = 1024 * 1024

/** `megabytes` of zeros, compressed to about a thousandth. */
function zeros(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MB), { finishFlush: 2 })
  const sum = Buffer.alloc(4)
  // The second half of the Adler-32 checksum counts the zeros.
  sum.writeUInt32BE((((megabytes * MB) % 65_521) * 65_536 + 1) >>> 0)
  const blocks = Array.from({ length: megabytes }, () => block)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0]), sum])
}

/** A PDF whose cross-reference table inflates to this size. */
export function tableBomb(megabytes: number): Uint8Array {
  const packed = zeros(megabytes)
  const size = (megabytes * MB) / 8
  const dict = `<< /Type /XRef /Size ${size} /W [1 4 3] /Root 1 0 R /Filter /FlateDecode /Length ${packed.length} >>`
  return assembled([`5 0 obj\n${dict}\nstream\n`, packed, '\nendstream\nendobj\n'])
}

/** A PDF whose catalog is in an object stream that inflates to this size. */
export function objectBomb(megabytes: number): Uint8Array {
  const packed = zeros(megabytes)
  const head = '%PDF-1.7\n'
  const stream = `5 0 obj\n<< /Type /ObjStm /N 3 /First 20 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  const row = (kind: number, one: number, other: number) => {
    const entry = Buffer.alloc(7)
    entry[0] = kind
    entry.writeUInt32BE(one, 1)
    entry.writeUInt16BE(other, 5)
    return entry
  }
  const before = Buffer.concat([Buffer.from(head + stream), packed, Buffer.from('\nendstream\nendobj\n')])
  const objects = [row(0, 0, 65535), row(2, 5, 0), row(2, 5, 1), row(2, 5, 2), row(0, 0, 0)]
  const rows = Buffer.concat([...objects, row(1, head.length, 0), row(1, before.length, 0)])
  const dict = `<< /Type /XRef /Size 7 /W [1 4 2] /Root 1 0 R /Length ${rows.length} >>`
  const table = Buffer.concat([
    Buffer.from(`6 0 obj\n${dict}\nstream\n`),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${before.length}\n%%EOF\n`),
  ])
  return new Uint8Array(Buffer.concat([before, table]))
}

function assembled([before, packed, after]: [string, Buffer, string]): Uint8Array {
  const head = '%PDF-1.7\n'
  const end = Buffer.from(`${after}startxref\n${head.length}\n%%EOF\n`)
  return new Uint8Array(Buffer.concat([Buffer.from(head + before), packed, end]))
}
