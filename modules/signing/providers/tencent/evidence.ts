import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { ProviderError } from '../remote/provider-error.ts'
import type { Call } from './calls.ts'
import { fetchPdf } from './files.ts'
import type { TencentSettings } from './settings.ts'

const Requested = v.object({ ReportId: v.pipe(v.string(), v.minLength(1)) })

const Report = v.object({
  Status: v.picklist(['EvidenceStatusExecuting', 'EvidenceStatusSuccess', 'EvidenceStatusFailed']),
  ReportUrl: v.optional(v.nullable(v.string())),
})

/**
 * The service's reports, which take up to a day and cost one of a paid package each. The ids of requested
 * reports are kept in memory, so that a report is requested again only after a restart.
 */
export function evidenceReports(call: Call, settings: TencentSettings) {
  const Operator = { UserId: settings.operator }
  const requested = new LRUCache<string, string>({ max: 1000 })

  async function reportIdOf(flowId: string): Promise<string> {
    const known = requested.get(flowId)
    if (known) return known
    const request = { Operator, FlowId: flowId, ReportType: 0 }
    const { ReportId } = await call('CreateFlowEvidenceReport', request, Requested)
    requested.set(flowId, ReportId)
    return ReportId
  }

  return {
    /** Null without the package. Throws a ProviderError 'not-ready' until the report is made. */
    async find(flowId: string): Promise<{ fileName: string; bytes: Uint8Array } | null> {
      if (!settings.evidence) return null
      const request = { Operator, ReportId: await reportIdOf(flowId), ReportType: 0 }
      const { Status, ReportUrl } = await call('DescribeFlowEvidenceReport', request, Report)
      if (Status === 'EvidenceStatusExecuting')
        throw new ProviderError('not-ready', 'evidence', 'The report is being made')
      if (Status === 'EvidenceStatusFailed' || !ReportUrl) {
        requested.delete(flowId)
        throw new ProviderError('unavailable', 'evidence', 'The report could not be made')
      }
      return { fileName: `evidence-${flowId}.pdf`, bytes: await fetchPdf(ReportUrl, settings) }
    },
  }
}
