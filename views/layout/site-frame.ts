import type { AccessNotice } from '../announcements/access-notice.tsx'

export interface MenuItem {
  title: string
  href: string
}

/** An announcement that a page shows above its content. */
export interface Banner {
  id: string
  kind: 'maintenance' | 'feature' | 'end-of-service' | 'agreement'
  /** The type and version of a new agreement. */
  agreement: string | null
  title: string
  /** The BCP 47 tag of the title's language. */
  lang: string
  /** The time of the announced event. */
  event: { from: Date; until: Date | null } | null
  /** The address of the full text. */
  href: string
  canDismiss: boolean
}

/** Data for the frame of every page. */
export interface SiteFrame {
  menus: { product: MenuItem[]; company: MenuItem[] }
  /** Whether there are blog posts to link to. */
  blogs: boolean
  /** The ICP licence record; in the demo a sample, which is marked as such. */
  icp: { number: string; sample: boolean } | null
  /** The number of the record at the public security authority (公安备案). */
  publicSecurityRecord: string | null
  company: { name: string; address: string; phone: string; mail: string }
  /** The address of the company's own logo, which replaces ours. */
  logo: string | null
  askCookies: boolean
  banners: Banner[]
  /** An access of our staff to a customer's pages, of which both see a notice. */
  access?: AccessNotice
}

export interface HeaderProps {
  viewer: { name: string } | null
  locale: string
  path: string
  current?: string
  site: SiteFrame
}
