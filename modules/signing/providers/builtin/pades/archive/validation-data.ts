import type { Certificate, CRLDistributionPoints } from 'pkijs'
import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import { publicGet } from '#src/http/services/public-get.ts'
import { openCms } from '../cms.ts'
import { findContainers } from '../containers.ts'
import { derOf, engine, readCertificate, readDer } from '../engine.ts'
import { CRL_POINTS } from '../x509.ts'
import { readCrl } from './crl.ts'

/** The data that a reader needs to validate a file's signatures offline, as DER without duplicates. */
export interface ValidationData {
  certificates: Uint8Array[]
  crls: Uint8Array[]
}

/**
 * Collects `moreCertificates` and the certificates of the signatures and time-stamps added since the file
 * was sent. Also the revocation lists that they need: from `ownCrls`, or fetched from other authorities if
 * possible. The first `sentLength` bytes may come from strangers, so URLs in them are never fetched.
 */
export async function findValidationData(
  bytes: Uint8Array,
  sentLength: number,
  moreCertificates: Uint8Array[],
  ownCrls: Uint8Array[],
): Promise<ValidationData> {
  const certificates = distinct([...certificatesIn(bytes, sentLength), ...moreCertificates])
  const nonRootCertificates = certificates
    .map(readCertificate)
    .filter((one) => !one.issuer.isEqual(one.subject))
  const lists = ownCrls.map((der) => ({ der, issuer: readCrl(der).issuer }))
  const neededLists = lists.filter(({ issuer }) =>
    nonRootCertificates.some((one) => issuer.isEqual(one.issuer)),
  )
  const foreignCertificates = certificates
    .map(readCertificate)
    .filter((one) => !lists.some(({ issuer }) => issuer.isEqual(one.issuer)))
  return {
    certificates,
    crls: [...neededLists.map(({ der }) => der), ...(await fetchCrls(foreignCertificates))],
  }
}

const distinct = (ders: Uint8Array[]) => [
  ...new Map(ders.map((der) => [Buffer.from(der).toString('base64'), der])).values(),
]

function certificatesIn(bytes: Uint8Array, sentLength: number): Uint8Array[] {
  const addedContainers = findContainers(bytes).referenced.filter(
    ({ range: [, , secondStart, secondLength] }) => secondStart + secondLength > sentLength,
  )
  return addedContainers.flatMap(({ contents }) => certificatesOf(contents))
}

function certificatesOf(der: Uint8Array): Uint8Array[] {
  const { certificate, otherCertificates: others, token } = openCms(readDer(der).value)
  return [...[certificate, ...others].map(derOf), ...(token ? certificatesOf(token) : [])]
}

async function fetchCrls(certificates: Certificate[]): Promise<Uint8Array[]> {
  const addresses = new Set(certificates.flatMap(crlAddresses))
  const lists = await Promise.all([...addresses].map((address) => fetchCrl(address, certificates)))
  return distinct(lists.filter((one) => one !== null))
}

function crlAddresses(certificate: Certificate): string[] {
  const extension = certificate.extensions?.find(({ extnID }) => extnID === CRL_POINTS)
  const { distributionPoints = [] } = (extension?.parsedValue ?? {}) as Partial<CRLDistributionPoints>
  const names = distributionPoints.flatMap(({ distributionPoint: name }) => (Array.isArray(name) ? name : []))
  return names.map(({ value }) => String(value)).filter((address) => /^https?:/.test(address))
}

const MAX_BYTES = 1024 * 1024

/** The hosts that may be in our network: a time-stamp service of the operator may publish its list there. */
function insideHosts(address: string): string[] {
  const { hostname } = new URL(address)
  const { production, TIMESTAMP_URL: service } = config
  return !production || (service && new URL(service).hostname === hostname) ? [hostname] : []
}

/**
 * Null if the list is unavailable or none of the issuers signed it; the signature can then be validated
 * without it.
 */
async function fetchCrl(address: string, issuers: Certificate[]): Promise<Uint8Array | null> {
  try {
    const der = await publicGet(address, { timeout: 5000, atMost: MAX_BYTES, inside: insideHosts(address) })
    const crl = readCrl(der)
    for (const issuerCertificate of issuers)
      if (await crl.verify({ issuerCertificate }, engine).catch(() => false)) return der
    throw new Error('no certificate of the file is its issuer’s')
  } catch (error) {
    log.warn({ address, error: String(error) }, 'revocation list not had')
    return null
  }
}
