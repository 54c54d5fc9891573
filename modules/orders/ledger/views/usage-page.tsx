import { AcctTabs } from '#modules/accounts/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Usage } from '../usage-summary.ts'
import { UsagePanels } from './usage-panels.tsx'

export function UsagePage({ viewer, ...usage }: Usage & { viewer: Viewer }) {
  return (
    <>
      <AcctTabs current="usage" viewer={viewer} />
      <UsagePanels {...usage} viewer={viewer} />
    </>
  )
}
