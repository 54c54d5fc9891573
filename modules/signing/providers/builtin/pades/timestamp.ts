import type { Certificate } from 'pkijs'
import { TSTInfo } from 'pkijs'
import { holds, openCms } from './cms.ts'
import { readDer } from './engine.ts'
import { trusted } from './trust.ts'

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** When a time-stamp server saw these bytes, and whether it is one of those trusted. Throws when it saw others. */
export async function readToken(token: Uint8Array, over: Uint8Array, roots: Certificate[]) {
  const cms = openCms(readDer(token).value)
  if (!(await holds(cms, over))) throw new Error('The time-stamp is for other bytes')
  const usage = cms.certificate.extensions?.find(({ extnID }) => extnID === '2.5.29.37')
  const { keyPurposes = [] } = (usage?.parsedValue ?? {}) as { keyPurposes?: string[] }
  if (!keyPurposes.includes(TIME_STAMPING)) throw new Error('The certificate is not for time-stamping')
  const { genTime } = TSTInfo.fromBER(cms.signed.encapContentInfo.eContent!.getValue())
  const { certificate, others } = cms
  return { at: genTime, certificate, trusted: await trusted(certificate, others, roots, genTime) }
}
