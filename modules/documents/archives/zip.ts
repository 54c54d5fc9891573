import { crc32 } from 'node:zlib'

/**
 * A zip file piece by piece (source: APPNOTE.TXT 6.3.10, 4.3). Its files are packed already, so they are
 * stored as they are; names are in UTF-8. Without ZIP64: together less than 4 GB.
 */
export class ZipWriter {
  private readonly entries: Buffer[] = []
  private size = 0

  /** The pieces that a file adds. `at` is printed in Shanghai's time, since a zip knows no zone. */
  add(name: string, bytes: Uint8Array, at: Date): Uint8Array[] {
    const path = Buffer.from(name)
    const facts = factsOf(path, bytes, at)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, path])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(this.size, 10)
    this.entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), VERSION, facts, central, path]))
    this.size += local.length + bytes.length
    return [local, bytes]
  }

  /** The last piece: the table of contents. */
  end(): Uint8Array {
    const table = Buffer.concat(this.entries)
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    end.writeUInt16LE(this.entries.length, 8)
    end.writeUInt16LE(this.entries.length, 10)
    end.writeUInt32LE(table.length, 12)
    end.writeUInt32LE(this.size, 16)
    return Buffer.concat([table, end])
  }
}

/** 2.0, as read and as made. */
const VERSION = Buffer.from([20, 0])
const UTF8_NAMES = 0x0800

/** What the entry's own head and the table of contents both say: version to length of the extra field. */
function factsOf(path: Buffer, bytes: Uint8Array, at: Date): Buffer {
  const facts = Buffer.alloc(26)
  VERSION.copy(facts)
  facts.writeUInt16LE(UTF8_NAMES, 2)
  facts.writeUInt32LE(dosTime(at), 6)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(path.length, 22)
  return facts
}

const SHANGHAI = 8 * 60 * 60 * 1000

/** MS-DOS date and time: years from 1980, seconds by two. */
function dosTime(at: Date): number {
  const local = new Date(at.getTime() + SHANGHAI)
  const date = ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate()
  const time =
    (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | Math.floor(local.getUTCSeconds() / 2)
  return ((date << 16) | time) >>> 0
}
