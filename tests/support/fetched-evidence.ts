import type { RemoteEvidence } from '#modules/signing/providers/remote/service.ts'

/** The evidence as the file that a service returned. */
export function fetchedOf(evidence: RemoteEvidence) {
  if (evidence.state !== 'fetched') throw new Error(`the evidence is ${evidence.state}`)
  return evidence
}
