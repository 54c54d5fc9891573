import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/**
 * A zip archive of these files. PDFs are stored without compression, because they are already compressed.
 */
export function zipOf(files: Map<string, Uint8Array>): Uint8Array {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [name, bytes] of files) {
    const entry = name.endsWith('.pdf') ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(entry)
    entry.push(bytes, true)
  }
  zip.end()
  return new Uint8Array(Buffer.concat(pieces))
}
