import type { RemoteEvidence } from '#modules/signing/providers/remote/service.ts'

/** The file of evidence that a service gave. */
export function fetchedOf(evidence: RemoteEvidence) {
  if (evidence.state !== 'fetched') throw new Error(`the evidence is ${evidence.state}`)
  return evidence
}
