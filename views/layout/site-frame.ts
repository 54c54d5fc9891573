import type { AccessNotice } from '../announcements/access-notice.tsx'

export interface MenuItem {
  title: string
  href: string
}

/** An announcement that a page shows above its content. */
export interface Banner {
  id: string
  kind: 'maintenance' | 'feature' | 'end-of-service' | 'agreement'
  /** Of a new agreement: its type and version. */
  agreement: string | null
  title: string
  /** BCP 47 tag of the title's language. */
  lang: string
  /** The time of the announced event. */
  event: { from: Date; until: Date | null } | null
  /** Where the whole text is. */
  href: string
  canDismiss: boolean
}

/** Data for the frame of every page. */
export interface SiteFrame {
  menus: { product: MenuItem[]; company: MenuItem[] }
  /** Whether there are blog posts to link to. */
  blogs: boolean
  /** The ICP licence record; a sample in the demo, marked as such. */
  icp: { number: string; sample: boolean } | null
  /** The number of the record at the public security authority (公安备案). */
  publicSecurityRecord: string | null
  company: { name: string; address: string; phone: string; mail: string }
  /** The address of the company's own logo, in place of ours. */
  logo: string | null
  askCookies: boolean
  banners: Banner[]
  /** An access of our staff to a customer's pages, shown to both of them. */
  access?: AccessNotice
}

export interface HeaderProps {
  viewer: { name: string } | null
  locale: string
  path: string
  current?: string
  site: SiteFrame
}
