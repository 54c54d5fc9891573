import { now } from '#src/core/clock.ts'
import { limitConcurrency } from '#src/core/concurrency-limit.ts'
import { runCapped } from '#src/jobs/capped-process.ts'
import { scriptFile } from '#src/jobs/script-file.ts'
import type { RevokedCertificate } from '../providers/builtin/authority/issuer.ts'
import { type CheckRequest, writeRequest } from './check-request.ts'
import type { Finding } from './finding.ts'

const script = () => scriptFile(import.meta.url, 'check-process')

/** Generous limits: a contract takes half a second. */
const PROCESS_LIMITS = { seconds: 20, heapMb: 384, dataMb: 1000 }

const REFUSALS = new Map([
  [3, 'unreadable'],
  [4, 'protected'],
] as const)

const limitChecks = limitConcurrency({ concurrency: 2, maxWaiting: 40 })

/** The result for an untrusted file; stopped: the check exceeded its time or memory limit. */
export type CheckResult = Finding | 'unreadable' | 'protected' | 'stopped'

/**
 * Checks a file in a separate process, which a malicious file cannot leave. The process only gets the file,
 * the time, certificates as DER (ours and those of trusted time-stamp servers), and the revocations.
 */
export function checkFile(
  bytes: Uint8Array,
  identities: Uint8Array[],
  timestampCertificates: Uint8Array[],
  revoked: RevokedCertificate[],
): Promise<CheckResult> {
  return limitChecks(async () => {
    const [trustedIdentities, clocks] = [identities, timestampCertificates].map((ders) =>
      ders.map((der) => Buffer.from(der).toString('base64')),
    )
    const request: CheckRequest = {
      identities: trustedIdentities!,
      timestampCertificates: clocks!,
      at: now(),
      revoked,
    }
    const { code, output } = await runCapped(script(), [], PROCESS_LIMITS, writeRequest(request, bytes))
    if (code === 0) return JSON.parse(output) as Finding
    return REFUSALS.get(code as 3 | 4) ?? 'stopped'
  })
}
