export interface MenuItem {
  title: string
  href: string
}

/** Data for the frame of every page. */
export interface SiteFrame {
  menus: { product: MenuItem[]; company: MenuItem[] }
  /** Whether there are blog posts to link to. */
  blogs: boolean
  /** The ICP licence record; a sample in the demo, marked as such. */
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
