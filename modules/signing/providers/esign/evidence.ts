import * as v from 'valibot'
import type { RemoteEvidence } from '../remote/service.ts'
import { call, download, Id } from './client.ts'
import { refused, unavailable } from './errors.ts'
import type { Detail } from './progress.ts'
import type { EsignSettings } from './settings.ts'

const Application = v.object({ recordNum: Id })

const Report = v.object({
  status: v.string(),
  downloadUrl: v.nullish(v.string()),
  failReason: v.nullish(v.string()),
})

/**
 * Applies for a report of evidence on a signing (出证), which costs one report of the package and takes
 * minutes. The report is addressed to the initiator, who must take part in the signing.
 */
export async function applyForReport(
  settings: EsignSettings,
  remoteId: string,
  { signFlowInitiator: initiator }: Detail,
): Promise<RemoteEvidence> {
  const applicantId = initiator?.orgInitiator?.orgId ?? initiator?.psnInitiator?.psnId
  const body = { signFlowId: remoteId, reportType: 'TSIGN_REPORT', ...(applicantId && { applicantId }) }
  const answer = await call(
    settings,
    { method: 'POST', path: '/v3/evidence-report/apply', body },
    Application,
  )
  return { state: 'applied', application: answer.recordNum }
}

/** The report for an application. */
export async function findReport(settings: EsignSettings, recordNum: string): Promise<RemoteEvidence> {
  const query = { recordNum }
  const report = await call(settings, { method: 'GET', path: '/v3/evidence-report/query', query }, Report)
  if (report.status === 'ACCEPTED') return { state: 'applied', application: recordNum }
  if (report.status === 'ISSUE_FAILED')
    throw refused(report.status, report.failReason ?? 'No report was made')
  if (report.status !== 'ISSUE_SUCCESS' || !report.downloadUrl)
    throw unavailable('state', `A report of evidence has an unknown state: ${report.status}`)
  const bytes = await download(settings, report.downloadUrl)
  return { state: 'fetched', fileName: 'evidence.zip', bytes }
}
