import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { HOUR } from '#src/core/clock.ts'

/** Writes a zip file in chunks. Compressed files are stored without further compression. */
export class ZipWriter {
  private pieces: Uint8Array[] = []
  private readonly zip = new Zip((error, piece) => {
    if (error) throw error
    this.pieces.push(piece)
  })

  /** The chunks that a file adds. `at` is written in Shanghai time, since zip files have no time zone. */
  add(name: string, bytes: Uint8Array, at: Date): Uint8Array[] {
    const file = this.begin(new ZipPassThrough(name), at)
    file.push(bytes, true)
    return this.take()
  }

  /** The chunks that a text adds; it is compressed. */
  addText(name: string, text: string, at: Date): Uint8Array[] {
    const file = this.begin(new ZipDeflate(name), at)
    file.push(Buffer.from(text), true)
    return this.take()
  }

  /** The chunks that a file adds, as its content arrives. */
  async *addStream(
    name: string,
    content: AsyncIterable<Uint8Array>,
    at: Date,
    { compress = false } = {},
  ): AsyncGenerator<Uint8Array> {
    const file = this.begin(compress ? new ZipDeflate(name) : new ZipPassThrough(name), at)
    for await (const piece of content) {
      file.push(piece)
      yield* this.take()
    }
    file.push(new Uint8Array(), true)
    yield* this.take()
  }

  /** The last chunks: the directory. */
  end(): Uint8Array[] {
    this.zip.end()
    return this.take()
  }

  private begin<File extends ZipPassThrough | ZipDeflate>(file: File, at: Date): File {
    file.mtime = inShanghai(at)
    this.zip.add(file)
    return file
  }

  private take(): Uint8Array[] {
    const pieces = this.pieces
    this.pieces = []
    return pieces
  }
}

/** A date whose local fields, which fflate writes, equal those of Shanghai time. */
function inShanghai(at: Date): Date {
  const shanghai = new Date(at.getTime() + 8 * HOUR)
  return new Date(
    shanghai.getUTCFullYear(),
    shanghai.getUTCMonth(),
    shanghai.getUTCDate(),
    shanghai.getUTCHours(),
    shanghai.getUTCMinutes(),
    shanghai.getUTCSeconds(),
  )
}
