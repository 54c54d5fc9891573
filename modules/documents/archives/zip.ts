import { Zip, ZipPassThrough } from 'fflate'
import { HOUR } from '#src/core/clock.ts'

/** Writes a zip file in chunks. Its files are compressed already and are stored without compression. */
export class ZipWriter {
  private pieces: Uint8Array[] = []
  private readonly zip = new Zip((error, piece) => {
    if (error) throw error
    this.pieces.push(piece)
  })

  /** The chunks that a file adds. `at` is written in Shanghai time, since zip files have no time zone. */
  add(name: string, bytes: Uint8Array, at: Date): Uint8Array[] {
    const file = new ZipPassThrough(name)
    file.mtime = inShanghai(at)
    this.zip.add(file)
    file.push(bytes, true)
    return this.take()
  }

  /** The last chunks: the directory. */
  end(): Uint8Array[] {
    this.zip.end()
    return this.take()
  }

  private take(): Uint8Array[] {
    const taken = this.pieces
    this.pieces = []
    return taken
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
