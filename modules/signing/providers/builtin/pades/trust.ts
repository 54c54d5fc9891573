import { type Certificate, CertificateChainValidationEngine } from 'pkijs'
import { derOf, engine, sameBytes } from './engine.ts'

export const withinValidity = ({ notBefore, notAfter }: Certificate, at: Date): boolean =>
  notBefore.value <= at && at <= notAfter.value

/** Whether a certificate chains to one of the roots, with every certificate valid at that time. */
export async function isTrusted(
  leaf: Certificate,
  intermediates: Certificate[],
  roots: Certificate[],
  at: Date,
): Promise<boolean> {
  if (roots.length === 0 || !withinValidity(leaf, at)) return false
  if (roots.some((root) => sameBytes(derOf(root), derOf(leaf)))) return true
  const chain = new CertificateChainValidationEngine({
    trustedCerts: roots,
    certs: [...intermediates, leaf],
    checkDate: at,
  })
  const { result } = await chain.verify({}, engine).catch(() => ({ result: false }))
  return result
}
