export interface MenuItem {
  title: string
  href: string
}

/** What the frame of every page shows besides the page itself. */
export interface SiteFrame {
  menus: { product: MenuItem[]; company: MenuItem[] }
  /** Whether there is a blog to lead to. */
  blogs: boolean
  /** The ICP licence record; in the demo a sample, marked as one. */
  icp: { number: string; sample: boolean } | null
  askCookies: boolean
}

export interface HeaderProps {
  viewer: { name: string } | null
  locale: string
  path: string
  current?: string
  site: SiteFrame
}
