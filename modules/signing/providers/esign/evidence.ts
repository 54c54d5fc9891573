import * as v from 'valibot'
import { ProviderError } from '../remote/provider-error.ts'
import { call, download, Id } from './client.ts'
import { refused, unavailable } from './errors.ts'
import type { Detail } from './progress.ts'
import type { EsignSettings } from './settings.ts'

const Applied = v.object({ recordNum: Id })

const Report = v.object({
  status: v.string(),
  downloadUrl: v.nullish(v.string()),
  failReason: v.nullish(v.string()),
})

/**
 * A report of evidence on a signing (出证), which costs one report of the package and takes minutes. `records`
 * keeps the numbers of the applications; without its number a report is bought again.
 */
export async function reportOf(
  settings: EsignSettings,
  records: Map<string, string>,
  remoteId: string,
  detail: Detail,
): Promise<Uint8Array> {
  const recordNum = records.get(remoteId) ?? (await applied(settings, remoteId, detail))
  records.set(remoteId, recordNum)
  const query = { recordNum }
  const report = await call(settings, { method: 'GET', path: '/v3/evidence-report/query', query }, Report)
  if (report.status === 'ACCEPTED')
    throw new ProviderError('not-ready', report.status, 'The report of evidence is being made')
  if (report.status === 'ISSUE_FAILED')
    throw refused(report.status, report.failReason ?? 'No report was made')
  if (report.status !== 'ISSUE_SUCCESS' || !report.downloadUrl)
    throw unavailable('state', `A report of evidence has an unknown state: ${report.status}`)
  return download(settings, report.downloadUrl)
}

/** The report is made out to the initiator, who has to take part in the signing. */
async function applied(settings: EsignSettings, remoteId: string, detail: Detail): Promise<string> {
  const initiator = detail.signFlowInitiator
  const applicantId = initiator?.orgInitiator?.orgId ?? initiator?.psnInitiator?.psnId
  const body = { signFlowId: remoteId, reportType: 'TSIGN_REPORT', ...(applicantId && { applicantId }) }
  const answer = await call(settings, { method: 'POST', path: '/v3/evidence-report/apply', body }, Applied)
  return answer.recordNum
}
