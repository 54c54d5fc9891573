import { createHash } from 'node:crypto'
import { Ber, oidOf, TAG, timeOf } from './ber.ts'

/** The contents of a certificate, parsed leniently. */
export interface CertificateParts {
  /** The certificate itself, as DER. */
  der: Buffer
  /** In hexadecimal, without leading zeros. */
  serial: string
  /** The issuer's name as DER. */
  issuer: Buffer
  issuerText: string
  /** The display name of the subject; empty if it has none. */
  name: string
  email: string | null
  /** As E.164, from a tel: address. */
  phone: string | null
  /** The organisational units of the subject. */
  units: string[]
  from: Date | null
  until: Date | null
  /** SubjectPublicKeyInfo as DER. */
  publicKey: Buffer
  keyIdentifiers: Buffer[]
  /** Extended key usages, as object identifiers. */
  usages: string[]
}

const SHORT_NAMES: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.42': 'GN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.65': 'pseudonym',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

const KEY_IDENTIFIER = '2.5.29.14'
const OTHER_NAMES = '2.5.29.17'
const USAGES = '2.5.29.37'
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const RFC822_NAME = 0x81
const URI_NAME = 0x86

/** Throws if the bytes are not an X.509 certificate. */
export function readCertificateParts(der: Buffer): CertificateParts {
  const body = new Ber(der).child(0, TAG.sequence).children
  const [serial, , issuer, validity, subject, key] = body[0]?.tag === VERSION ? body.slice(1) : body
  if (!serial || !issuer || !validity || !subject || !key) throw new Error('This is no certificate')
  const extensions = extensionsOf(body.find(({ tag }) => tag === EXTENSIONS))
  const names = namesIn(subject)
  const personalName = [names.get('GN'), names.get('SN')].filter(Boolean).join(' ')
  const keyBits = key.child(1, TAG.bits).content.subarray(1)
  const statedIdentifier = extensions.get(KEY_IDENTIFIER)
  return {
    der,
    serial: hexOf(serial.content),
    issuer: issuer.encoded,
    issuerText: textOf(issuer),
    name:
      names.get('CN') || personalName || names.get('pseudonym') || names.get('O') || names.get('OU') || '',
    phone: phoneIn(extensions.get(OTHER_NAMES)),
    email: emailIn(extensions.get(OTHER_NAMES)) ?? names.get('emailAddress') ?? null,
    units: pairsIn(subject).flatMap(([oid, text]) => (SHORT_NAMES[oid] === 'OU' ? [text] : [])),
    from: timeOf(validity.child(0)),
    until: timeOf(validity.child(1)),
    publicKey: key.encoded,
    keyIdentifiers: [
      ...(statedIdentifier ? [statedIdentifier.octets] : []),
      createHash('sha1').update(keyBits).digest(),
    ],
    usages: extensions.get(USAGES)?.children.map(oidOf) ?? [],
  }
}

export const hexOf = (integer: Buffer): string => integer.toString('hex').replace(/^(00)+(?=..)/, '')

function extensionsOf(container: Ber | undefined): Map<string, Ber> {
  const extensions = new Map<string, Ber>()
  for (const extension of container?.child(0).children ?? []) {
    const value = extension.children.at(-1)
    if (value?.tag !== TAG.octets) continue
    try {
      extensions.set(oidOf(extension.child(0)), new Ber(value.content))
    } catch {
      // Malformed extensions are ignored.
    }
  }
  return extensions
}

const pairsIn = (name: Ber): [string, string][] =>
  name.children
    .flatMap(({ children }) => children)
    .map((pair) => [oidOf(pair.child(0)), stringOf(pair.child(1))])

const namesIn = (name: Ber) => new Map(pairsIn(name).map(([oid, text]) => [SHORT_NAMES[oid] ?? oid, text]))

const textOf = (name: Ber) =>
  pairsIn(name)
    .map(([oid, text]) => `${SHORT_NAMES[oid] ?? oid}=${text}`)
    .join(', ')

function emailIn(names: Ber | undefined): string | null {
  const address = names?.children.find(({ tag }) => tag === RFC822_NAME)
  return address ? address.content.toString('latin1') : null
}

function phoneIn(names: Ber | undefined): string | null {
  const addresses = names?.children.filter(({ tag }) => tag === URI_NAME) ?? []
  const phoneUri = addresses
    .map(({ content }) => content.toString('latin1'))
    .find((one) => one.startsWith('tel:'))
  return phoneUri?.slice('tel:'.length) ?? null
}

/** A string of any type: UTF-8, UTF-16 (BMPString), UTF-32 (UniversalString), or one octet per character. */
function stringOf(value: Ber): string {
  const { octets } = value
  if (value.tag === 0x0c) return octets.toString('utf8')
  if (value.tag === 0x1e)
    return Buffer.from(octets.subarray(0, octets.length & ~1))
      .swap16()
      .toString('utf16le')
  if (value.tag === 0x1c) return utf32(octets)
  const text = octets.toString('utf8')
  // Many programs write UTF-8 in other string types.
  return text.includes('\ufffd') ? octets.toString('latin1') : text
}

function utf32(octets: Buffer): string {
  let text = ''
  for (let offset = 0; offset + 4 <= octets.length; offset += 4) {
    const code = octets.readUInt32BE(offset)
    text += code < 0x110000 ? String.fromCodePoint(code) : '\ufffd'
  }
  return text
}
