import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { HOUR } from '#src/core/clock.ts'

/** Writes a zip file in chunks. Files that are already compressed are stored as they are. */
export class ZipWriter {
  private chunks: Uint8Array[] = []
  private readonly zip = new Zip((error, chunk) => {
    if (error) throw error
    this.chunks.push(chunk)
  })

  /**
   * The chunks for a file. `modifiedAt` is written as Shanghai time, because zip files have no time zone.
   */
  add(name: string, bytes: Uint8Array, modifiedAt: Date): Uint8Array[] {
    const file = this.begin(new ZipPassThrough(name), modifiedAt)
    file.push(bytes, true)
    return this.take()
  }

  /** The chunks for a text, which is compressed. */
  addText(name: string, text: string, modifiedAt: Date): Uint8Array[] {
    const file = this.begin(new ZipDeflate(name), modifiedAt)
    file.push(Buffer.from(text), true)
    return this.take()
  }

  /** The chunks for a file whose content arrives as a stream. */
  async *addStream(
    name: string,
    content: AsyncIterable<Uint8Array>,
    modifiedAt: Date,
    { compress = false } = {},
  ): AsyncGenerator<Uint8Array> {
    const file = this.begin(compress ? new ZipDeflate(name) : new ZipPassThrough(name), modifiedAt)
    for await (const chunk of content) {
      file.push(chunk)
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

  private begin<File extends ZipPassThrough | ZipDeflate>(file: File, modifiedAt: Date): File {
    file.mtime = inShanghai(modifiedAt)
    this.zip.add(file)
    return file
  }

  private take(): Uint8Array[] {
    const chunks = this.chunks
    this.chunks = []
    return chunks
  }
}

/** A date whose local fields, which fflate writes, are those of Shanghai time. */
function inShanghai(time: Date): Date {
  const shanghai = new Date(time.getTime() + 8 * HOUR)
  return new Date(
    shanghai.getUTCFullYear(),
    shanghai.getUTCMonth(),
    shanghai.getUTCDate(),
    shanghai.getUTCHours(),
    shanghai.getUTCMinutes(),
    shanghai.getUTCSeconds(),
  )
}
