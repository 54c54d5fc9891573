import type { Viewer } from '#src/core/viewer.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import type { Usage } from '../usage-summary.ts'
import { UsagePanels } from './usage-panels.tsx'

export function UsagePage({ viewer, ...usage }: Usage & { viewer: Viewer }) {
  return (
    <>
      <AcctTabs current="usage" />
      <UsagePanels {...usage} viewer={viewer} />
    </>
  )
}
