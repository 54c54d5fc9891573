import type { ReactNode } from 'react'
import type { ShownBrand } from '../brand/shown-brand.ts'
import type { SeoProps } from './seo.tsx'
import type { SiteFrame } from './site-frame.ts'

export interface LayoutProps {
  title: string
  description?: string
  /**
   * public: header and footer; account: a card; mgmt: side menu; slim: name and language only; bare: the page
   * has its own frame.
   */
  shell: 'public' | 'account' | 'mgmt' | 'slim' | 'bare'
  current?: string
  /** Name of the route, sent as `from` with the next step. */
  route?: string
  /** Restore filters, scroll position and typed text on return. */
  kept?: boolean
  whiteBg?: boolean
  /** The page has an island that must start. */
  starts?: boolean
  locale: string
  lang: string
  nonce: string
  path: string
  viewer: { name: string; company: string } | null
  /** For staff: the side menu of the desk. */
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
  /** Address of the script that the page script loads on pages that store unsent text. */
  wordsScript: string
  /** Loaded by browsers that lack what pages use. */
  olderScript: string
  scripts: string[]
  children: ReactNode
}
