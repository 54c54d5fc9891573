import { inflateRawSync } from 'node:zlib'

/** The files of a zip archive as text, by path. */
export function unzipped(zip: Uint8Array): Map<string, string> {
  const bytes = Buffer.from(zip)
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06') + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [
      bytes.readUInt32LE(at + 20),
      ...[28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)),
    ] as [number, number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + size)
    const path = bytes.toString('utf8', at + 46, at + 46 + name)
    files.set(path, (bytes.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8'))
    at += 46 + name + extra + comment
  }
  return files
}
