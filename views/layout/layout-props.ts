import type { ReactNode } from 'react'
import type { SeoProps } from './seo.tsx'
import type { SiteFrame } from './site-frame.ts'

export interface LayoutProps {
  title: string
  description?: string
  /**
   * public: header and footer; account: a card on paper; mgmt: side menu; slim: name and language alone;
   * bare: the page's own frame.
   */
  shell: 'public' | 'account' | 'mgmt' | 'slim' | 'bare'
  current?: string
  /** The route's name, carried on as `from`. */
  route?: string
  /** Found again as it was left. */
  kept?: boolean
  whiteBg?: boolean
  /** Has an island, which is still to start. */
  starts?: boolean
  locale: string
  lang: string
  nonce: string
  path: string
  viewer: { name: string; company: string } | null
  /** For staff: the side menu leads through the desk. */
  desk?: boolean
  todo?: {
    hasPendingTask: boolean
    hasUnreadNews: boolean
    agentOnline: boolean
    hasDamagedFiles?: boolean
    stuckJobs?: number
  }
  demo: boolean
  site: SiteFrame
  seo?: SeoProps
  stylesheet: string
  scripts: string[]
  children: ReactNode
}
