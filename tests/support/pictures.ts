import { crc32, deflateSync } from 'node:zlib'

/** Data that must not remain in a stored picture. It is placed wherever pictures can contain text. */
export const PLANTED = 'GPS 31.2304N 121.4737E <script>alert(1)</script>'

const words = Buffer.from(PLANTED)
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const sized = (size: number, width: 2 | 4) => {
  const line = Buffer.alloc(width)
  line.writeUIntBE(size, 0, width)
  return line
}

function chunk(type: string, content: Uint8Array) {
  const namedContent = Buffer.concat([Buffer.from(type), content])
  return Buffer.concat([sized(content.length, 4), namedContent, sized(crc32(namedContent), 4)])
}

/** A red picture. The size in its header may differ from its real size. */
export function png({ width = 3, height = 2, planted = false } = {}): Buffer<ArrayBuffer> {
  const pixels = Buffer.from('00ff0000ff0000ff0000'.repeat(2), 'hex')
  const header = Buffer.concat([sized(width, 4), sized(height, 4), bytes('08 02 00 00 00')])
  const hiddenChunks = [
    chunk('tEXt', words),
    chunk('eXIf', words),
    chunk('iTXt', words),
    chunk('tIME', bytes('07ea0b160f3600')),
  ]
  return Buffer.concat([
    bytes('89504e470d0a1a0a'),
    chunk('IHDR', header),
    ...(planted ? hiddenChunks : []),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
    ...(planted ? [words] : []),
  ])
}

/** A red picture of three by two pixels. */
export function gif({ planted = false } = {}): Buffer<ArrayBuffer> {
  const head = bytes('474946383961 0300 0200 f0 00 00 ff0000 000000')
  const image = bytes('21f9040000000000 2c0000000003000200 00 02 02845f 00')
  const chunk = Buffer.concat([Buffer.from([words.length]), words, Buffer.from([0])])
  const hiddenBlocks = [bytes('21fe'), chunk, bytes('21ff0b'), Buffer.from('XMP DataXMP'), chunk]
  return Buffer.concat([
    head,
    ...(planted ? hiddenBlocks : []),
    image,
    bytes('3b'),
    ...(planted ? [words] : []),
  ])
}

const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAhRh/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAZEQACAwEAAAAAAAAAAAAAAAAAAQQVUlP/2gAMAwEAAhEDEQA/AI27PQFhWROaE2MrbP/Z',
  'base64',
)

const segment = (marker: string, content: Uint8Array) =>
  Buffer.concat([bytes(marker), sized(content.length + 2, 2), content])

/**
 * A picture of eight by six pixels. `planted`: like a phone's, rotated, with a location, a preview, a
 * comment and a second picture at its end.
 */
export function jpeg({ planted = false } = {}): Buffer<ArrayBuffer> {
  if (!planted) return Buffer.from(JPEG)
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x02', 'latin1'),
    bytes('010f 0002 00000003 51530000'),
    bytes('0112 0003 00000001 00060000'),
    bytes('00000000'),
    words,
  ])
  return Buffer.concat([
    JPEG.subarray(0, 20),
    segment('ffe1', exif),
    segment('ffe1', Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), words])),
    segment('ffe2', words),
    segment('fffe', words),
    JPEG.subarray(20),
    words,
  ])
}
