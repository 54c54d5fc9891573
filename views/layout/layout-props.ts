import type { ReactNode } from 'react'
import type { ShownBrand } from '../brand/shown-brand.ts'
import type { SeoProps } from './seo.tsx'
import type { SiteFrame } from './site-frame.ts'

export interface LayoutProps {
  title: string
  description?: string
  /**
   * public: header and footer; account: a card; mgmt: side menu; slim: only name and language; bare: the
   * page brings its own frame.
   */
  shell: 'public' | 'account' | 'mgmt' | 'slim' | 'bare'
  current?: string
  /** The name of the route, which the next request sends as `from`. */
  route?: string
  /** Whether to restore filters, scroll position and typed text when the user returns. */
  kept?: boolean
  whiteBg?: boolean
  /** Whether the page has an island that must start. */
  starts?: boolean
  locale: string
  lang: string
  nonce: string
  path: string
  viewer: { name: string; company: string } | null
  /** For staff: whether to show the side menu of the desk. */
  desk?: boolean
  inbox?: {
    hasPendingTask: boolean
    hasUnreadNews: boolean
    agentOnline: boolean
    hasDamagedFiles?: boolean
    stuckJobs?: number
    queues?: Record<string, { waiting: number; overdue: number } | undefined>
    calendarMissing?: boolean
  }
  demo: boolean
  site: SiteFrame
  /** The brand of the team that sent the reader here. */
  brand?: ShownBrand
  seo?: SeoProps
  stylesheet: string
  /** The address of the script that the page script loads on pages that store unsent text. */
  wordsScript: string
  /** The address of the script for browsers without features that pages use. */
  olderScript: string
  scripts: string[]
  children: ReactNode
}
