import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { HOUR } from '#src/core/clock.ts'

/** Writes a zip file in chunks. Files that are already compressed are stored as they are. */
export class ZipWriter {
  private pieces: Uint8Array[] = []
  private readonly zip = new Zip((error, piece) => {
    if (error) throw error
    this.pieces.push(piece)
  })

  /**
   * The chunks for a file. The time `at` is written as Shanghai time, because zip files have no time zone.
   */
  add(name: string, bytes: Uint8Array, at: Date): Uint8Array[] {
    const file = this.begin(new ZipPassThrough(name), at)
    file.push(bytes, true)
    return this.take()
  }

  /** The chunks for a text, which is compressed. */
  addText(name: string, text: string, at: Date): Uint8Array[] {
    const file = this.begin(new ZipDeflate(name), at)
    file.push(Buffer.from(text), true)
    return this.take()
  }

  /** The chunks for a file whose content arrives as a stream. */
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

  /** The last chunks of the archive: its directory. */
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

/** A date whose local fields, which fflate writes, are those of Shanghai time. */
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
