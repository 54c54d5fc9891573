import * as v from 'valibot'
import type { RemoteEvidence } from '../remote/service.ts'
import type { Call } from './calls.ts'
import { refused } from './errors.ts'
import { fetchPdf } from './files.ts'
import type { TencentSettings } from './settings.ts'

const RequestedReport = v.object({ ReportId: v.pipe(v.string(), v.minLength(1)) })

const Report = v.object({
  Status: v.picklist(['EvidenceStatusExecuting', 'EvidenceStatusSuccess', 'EvidenceStatusFailed']),
  ReportUrl: v.optional(v.nullable(v.string())),
})

/**
 * The service's report on a contract. It takes up to a day, and an application costs one report of a paid
 * package.
 */
export async function findEvidence(
  call: Call,
  settings: TencentSettings,
  { flowId, application }: { flowId: string; application: string | null },
): Promise<RemoteEvidence> {
  const Operator = { UserId: settings.operator }
  if (!application) {
    if (!settings.evidence) return { state: 'none' }
    const request = { Operator, FlowId: flowId, ReportType: 0 }
    const { ReportId } = await call('CreateFlowEvidenceReport', request, RequestedReport)
    return { state: 'applied', application: ReportId }
  }
  const request = { Operator, ReportId: application, ReportType: 0 }
  const { Status, ReportUrl } = await call('DescribeFlowEvidenceReport', request, Report)
  if (Status === 'EvidenceStatusExecuting') return { state: 'applied', application }
  if (Status === 'EvidenceStatusFailed' || !ReportUrl)
    throw refused('evidence', 'The report could not be made')
  return { state: 'fetched', fileName: `evidence-${flowId}.pdf`, bytes: await fetchPdf(ReportUrl, settings) }
}
