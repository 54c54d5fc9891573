import { attribute, type CmsOptions, der, makeForeignCms, oid } from './foreign-cms.ts'
import type { SignedFile } from './foreign-pdf.ts'
import { as, opensslCms, opensslSignature, type Signer, type SignerKind, sha1 } from './signers.ts'

/** A form of signature by other programs, with the expected finding for an unchanged file. */
export interface Form extends SignedFile {
  state: 'holds' | 'unclear' | 'fails'
  problem?: string
  remark?: string
  signers?: number
  /** Whether pdfsig supports the form. */
  pdfsig?: boolean
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const SHA512 = '2.16.840.1.101.3.4.2.3'
const SHA3 = '2.16.840.1.101.3.4.2.8'

/** Every common form of signature, by name. */
export function formsOf(folder: string, signers: Record<SignerKind, Signer>): Record<string, Form> {
  const { rsa, other } = signers
  const openssl = (subFilter: string, args: string[], more: Partial<Form> = {}): Form => ({
    subFilter,
    sign: (data) => opensslCms(folder, data, args),
    state: 'holds',
    pdfsig: true,
    ...more,
  })
  const cmsOf = (
    kind: SignerKind,
    wish: Omit<CmsOptions, 'certificate' | 'key'>,
    more: Partial<Form> = {},
  ): Form => ({
    subFilter: 'ETSI.CAdES.detached',
    sign: (data) => makeForeignCms(data, { ...signers[kind], ...wish }),
    state: 'holds',
    ...more,
  })
  const acrobat = 'adbe.pkcs7.detached'
  const etsi = 'ETSI.CAdES.detached'
  const broken =
    (at: (signature: Buffer) => number): Form['sign'] =>
    async (data) => {
      const signature = await opensslCms(folder, data, [...as(rsa), '-cades'])
      signature[at(signature)]! ^= 1
      return signature
    }
  const nulls = der(0x30, ...Array.from({ length: 12_000 }, () => Buffer.from([5, 0])))
  const wrongId = der(0x30, der(0x30, der(0x30, der(4, Buffer.alloc(32, 7)))))
  return {
    'Acrobat of old': openssl(acrobat, as(rsa), { remark: 'older-form' }),
    'without signed attributes': openssl(acrobat, [...as(rsa), '-noattr'], { remark: 'older-form' }),
    'signing certificate, version 2': openssl(etsi, [...as(rsa), '-cades']),
    'signing certificate, version 1': openssl(etsi, [...as(rsa), '-cades', '-md', 'sha1'], {
      remark: 'weak',
    }),
    'SHA-512': openssl(etsi, [...as(rsa), '-cades', '-md', 'sha512']),
    'the digest within': openssl('adbe.pkcs7.sha1', [...as(rsa), '-nodetach'], {
      sign: (data) => opensslCms(folder, sha1(data), [...as(rsa), '-nodetach', '-md', 'sha1']),
      remark: 'older-form',
    }),
    'the digest within, without attributes': openssl('adbe.pkcs7.sha1', [], {
      sign: (data) => opensslCms(folder, sha1(data), [...as(rsa), '-nodetach', '-noattr', '-md', 'sha1']),
    }),
    'the signer by key identifier': openssl(etsi, [...as(rsa), '-cades', '-keyid'], { pdfsig: false }),
    'no certificate': openssl(etsi, [...as(rsa), '-cades', '-nocerts'], {
      state: 'unclear',
      problem: 'no-certificate',
      pdfsig: false,
    }),
    PSS: openssl(etsi, [...as(rsa), '-cades', '-keyopt', 'rsa_padding_mode:pss']),
    'PSS with the longest salt': openssl(etsi, [
      ...as(rsa),
      '-cades',
      '-md',
      'sha512',
      '-keyopt',
      'rsa_padding_mode:pss',
      '-keyopt',
      'rsa_pss_saltlen:max',
    ]),
    'PSS with a mask of its own': openssl(etsi, [
      ...as(rsa),
      '-cades',
      '-keyopt',
      'rsa_padding_mode:pss',
      '-keyopt',
      'rsa_mgf1_md:sha1',
    ]),
    'two signers': openssl(etsi, [...as(rsa), ...as(other), '-cades'], { signers: 2 }),
    'lengths to be found out': openssl(etsi, [...as(rsa), '-cades', '-stream'], { pdfsig: false }),
    'ECDSA on P-256': openssl(etsi, [...as(signers.p256), '-cades']),
    'ECDSA on P-521': openssl(etsi, [...as(signers.p521), '-cades', '-md', 'sha512']),
    'ECDSA on a Brainpool curve': openssl(etsi, [...as(signers.brainpool), '-cades'], { pdfsig: false }),
    'the oldest of all': {
      subFilter: 'adbe.x509.rsa_sha1',
      sign: async (data) => der(4, await opensslSignature(folder, data, rsa)),
      entries: `/Cert <${rsa.certificate.raw.toString('hex')}>`,
      state: 'holds',
      remark: 'older-form',
    },
    'plain ECDSA': cmsOf('p256', {
      algorithm: '0.4.0.127.0.7.1.1.4.1.3',
      digest: SHA256,
      hash: 'sha256',
      plain: true,
    }),
    'ECDSA by the number of its key': cmsOf('p256', {
      algorithm: '1.2.840.10045.2.1',
      digest: SHA256,
      hash: 'sha256',
    }),
    'ECDSA with SHA-3': cmsOf('p256', {
      algorithm: '2.16.840.1.101.3.4.3.10',
      digest: SHA3,
      hash: 'sha3-256',
    }),
    'RSA with SHA-3': cmsOf('rsa', { algorithm: '2.16.840.1.101.3.4.3.14', digest: SHA3, hash: 'sha3-256' }),
    Ed25519: cmsOf('ed25519', { algorithm: '1.3.101.112', digest: SHA512, hash: null }),
    Ed448: cmsOf('ed448', { algorithm: '1.3.101.113', digest: SHA512, hash: null }),
    'an algorithm of the future': cmsOf(
      'rsa',
      { algorithm: '2.16.840.1.101.3.4.3.17', digest: SHA256, hash: 'sha256' },
      { state: 'unclear', problem: 'algorithm' },
    ),
    'long revocation data': cmsOf(
      'rsa',
      {
        algorithm: '1.2.840.113549.1.1.1',
        digest: SHA256,
        hash: 'sha256',
        attributes: [attribute('1.2.840.113583.1.1.8', nulls)],
      },
      { room: 40_000 },
    ),
    'another certificate than the named one': cmsOf(
      'rsa',
      {
        algorithm: '1.2.840.113549.1.1.1',
        digest: SHA256,
        hash: 'sha256',
        attributes: [attribute('1.2.840.113549.1.9.16.2.47', wrongId)],
      },
      { state: 'fails', problem: 'certificate' },
    ),
    'a range padded with spaces': openssl(etsi, [...as(rsa), '-cades'], {
      spell: ([, start, next, rest], width) =>
        `[ 0  ${start}\n${next}  ${rest}`.padEnd(width - 1).concat(']'),
    }),
    'something behind the signature': openssl(etsi, [...as(rsa), '-cades'], {
      padding: 'cafe',
      remark: 'padding',
    }),
    'no signature at all': {
      subFilter: etsi,
      sign: () => Buffer.from('not a signature'),
      state: 'unclear',
      problem: 'format',
    },
    'another value': openssl(etsi, [], {
      sign: broken((signature) => signature.length - 20),
      state: 'fails',
      problem: 'signature',
      pdfsig: false,
    }),
    'another signed attribute': openssl(etsi, [], {
      sign: broken((signature) => signature.indexOf(oid('1.2.840.113549.1.9.16.2.47')) + 30),
      state: 'fails',
      pdfsig: false,
    }),
  }
}
