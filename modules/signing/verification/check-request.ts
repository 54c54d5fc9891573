import type { RevokedCertificate } from '../providers/builtin/authority/issuer.ts'

/** What the process that checks a file receives in addition to the file; certificates as DER in base64. */
export interface CheckRequest {
  identities: string[]
  timestampCertificates: string[]
  at: Date
  revoked: RevokedCertificate[]
}

const LENGTH_BYTES = 4

/**
 * The request and the file as one input: the length of the request, the request as JSON, and the file. The
 * arguments of a process are limited to 128 KB each, which many revocations would exceed.
 */
export function writeRequest(request: CheckRequest, file: Uint8Array): Uint8Array {
  const json = Buffer.from(JSON.stringify(request))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json, file])
}

/** Reads an input that `writeRequest` made. */
export function readRequest(input: Buffer): { request: CheckRequest; file: Uint8Array } {
  const end = LENGTH_BYTES + input.readUInt32BE(0)
  const { at, revoked, ...certificates } = JSON.parse(input.toString('utf8', LENGTH_BYTES, end)) as {
    [Key in keyof CheckRequest]: CheckRequest[Key]
  }
  return {
    request: {
      ...certificates,
      at: new Date(at),
      revoked: revoked.map((one) => ({ ...one, at: new Date(one.at) })),
    },
    file: new Uint8Array(input.subarray(end)),
  }
}
