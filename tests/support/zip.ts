import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a zip archive as text, by path. */
export const unzipped = (zip: Uint8Array): Map<string, string> =>
  new Map([...filesIn(zip)].map(([path, bytes]) => [path, bytes.toString('utf8')]))

/** The files of a zip archive, by path; throws if its local headers and its directory differ. */
export function filesIn(zip: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(zip)
  const files = new Map<string, Buffer>()
  let directoryOffset = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06') + 16)
  while (bytes.readUInt32LE(directoryOffset) === 0x02014b50) {
    const [sum, size, name, extra, comment] = [
      ...[16, 20].map((offset) => bytes.readUInt32LE(directoryOffset + offset)),
      ...[28, 30, 32].map((offset) => bytes.readUInt16LE(directoryOffset + offset)),
    ] as [number, number, number, number, number]
    const local = bytes.readUInt32LE(directoryOffset + 42)
    const dataStart = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(dataStart, dataStart + size)
    const path = bytes.toString('utf8', directoryOffset + 46, directoryOffset + 46 + name)
    const content = bytes.readUInt16LE(directoryOffset + 10) === 0 ? data : inflateRawSync(data)
    if (crc32(content) !== sum) throw new Error(`${path} is not what the table of contents says`)
    if (bytes.toString('utf8', local + 30, local + 30 + name) !== path)
      throw new Error(`two names of ${path}`)
    files.set(path, content)
    directoryOffset += 46 + name + extra + comment
  }
  return files
}
