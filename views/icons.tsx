import type { ReactNode } from 'react'

/** Line icons on a 24 grid, one stroke width, drawn for this product. */
const PATHS = {
  home: <path d="M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6" />,
  document: <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />,
  library: <path d="M5 4v16M9 4v16M13 4h3l3 15.4-3 .6-3-15M5 4h4M5 20h4" />,
  task: <path d="M5 5h14v14H5zM8.5 12l2.5 2.5 4.5-5" />,
  message: <path d="M4 6h16v12H4zM4 7l8 6 8-6" />,
  contact: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.500s6.7 1.9 7.5 5.5" />,
  account: (
    <path d="M12 13a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 18.500c1.5-2.3 3.5-3 6-3s4.5.7 6 3" />
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  info: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.600v.2" />,
  warning: <path d="M12 4 2.8 20h18.400zM12 10v5M12 17.600v.2" />,
  check: <path d="M5 12.5 10 17.5 19.5 7" />,
  globe: (
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9.500h17M3.5 14.500h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18" />
  ),
  search: <path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  more: <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />,
  download: <path d="M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14" />,
  sign: <path d="M4 20h16M5 16c4-1 8-8 10-12l3 2c-3 4-8 9-10 9" />,
  chevron: <path d="M9 6l6 6-6 6" />,
  log: <path d="M6 4h12v16H6zM9 8h6M9 12h6M9 16h3" />,
  bin: <path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5" />,
  edit: <path d="M4 20l1-4L16.5 4.500l3 3L8 19zM14 7l3 3" />,
  refresh: <path d="M19 12a7 7 0 1 1-2.3-5.200M19 4v4h-4" />,
  help: (
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.500a2.5 2.5 0 1 1 3.600 2.200c-.7.400-1.100.900-1.100 1.800M12 16.600v.2" />
  ),
  out: <path d="M13 4H5v16h8M10 12h10M16.5 8.5 20 12l-3.5 3.5" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof PATHS

/** Decorative: the words beside it, or the control's own label, say what it is. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {PATHS[name]}
    </svg>
  )
}

/** 契 as a cinnabar seal: the mark of the house. Drawn as a frame and a glyph of the page's own serif. */
export function Seal({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={`shrink-0 ${className}`} aria-hidden="true">
      <rect x="1.5" y="1.5" width="37" height="37" rx="5" className="fill-primary" />
      <rect
        x="5"
        y="5"
        width="30"
        height="30"
        rx="3"
        fill="none"
        className="stroke-primary-content"
        strokeWidth="1.2"
      />
      <text
        lang="zh-CN"
        x="20"
        y="28"
        textAnchor="middle"
        fontSize="22"
        className="fill-primary-content font-serif"
      >
        契
      </text>
    </svg>
  )
}
