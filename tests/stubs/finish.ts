import { CryptoKeySigner, PDF } from '@libpdf/core'
import { readCertificate } from '#modules/signing/providers/builtin/pades/engine.ts'
import { makeLeaf, makeRoot } from '#modules/signing/providers/builtin/pades/x509.ts'
import { KEEPS_SIGNATURES, type ServiceName } from '#modules/signing/providers/provider-name.ts'
import { now } from '#src/core/clock.ts'

/** The company in whose name each service signs. */
const COMPANIES: Record<ServiceName, string> = {
  esign: 'e签宝',
  tencent: '腾讯电子签',
  docusign: 'DocuSign',
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}

/** Long validity, because tests move the clock by years. */
const VALID = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2049-01-01T00:00:00Z') }

const makeKeys = () => crypto.subtle.generateKey(RSA, false, ['sign', 'verify'])

let authority: ReturnType<typeof makeAuthority> | undefined
const signers = new Map<ServiceName, Promise<CryptoKeySigner>>()

/** An authority of the services, which no verifier trusts. */
async function makeAuthority() {
  const { publicKey, privateKey } = await makeKeys()
  const certificate = await makeRoot({ name: 'Stub Services Root CA', publicKey, ...VALID }, privateKey)
  return { certificate, privateKey }
}

async function makeSigner(name: ServiceName): Promise<CryptoKeySigner> {
  authority ??= makeAuthority()
  const { certificate, privateKey: key } = await authority
  const { publicKey, privateKey } = await makeKeys()
  const certificateOptions = { name: COMPANIES[name], publicKey, ...VALID }
  const leaf = await makeLeaf(certificateOptions, readCertificate(certificate), key)
  return new CryptoKeySigner(privateKey, leaf, 'RSA', RSA.name as 'RSASSA-PKCS1-v1_5', [certificate])
}

/** Creates the key of a service once per process. */
function signerOf(name: ServiceName): Promise<CryptoKeySigner> {
  const signer = signers.get(name) ?? makeSigner(name)
  signers.set(name, signer)
  return signer
}

/**
 * What a service does to a file when all have signed: it appends its signature and keeps every earlier byte.
 * A service that does not keep signatures rewrites the file first. `change` makes a further change, as only
 * a hostile service would.
 */
export const finishAs =
  (name: ServiceName) =>
  async (file: Uint8Array, change: (pdf: PDF) => void = () => {}): Promise<Uint8Array> => {
    const before = KEEPS_SIGNATURES[name] ? file : await rewritten(file)
    const signer = await signerOf(name)
    const pdf = await PDF.load(before)
    change(pdf)
    const { bytes } = await pdf.sign({
      signer,
      fieldName: `${COMPANIES[name]} ${crypto.randomUUID().slice(0, 8)}`,
      reason: 'Signed by all',
      signingTime: now(),
    })
    if (Buffer.compare(bytes.subarray(0, before.length), before) !== 0)
      throw new Error('the signature changed what it signs')
    return bytes
  }

async function rewritten(file: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(file)
  pdf.flattenAll()
  return pdf.save()
}
