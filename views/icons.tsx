import sprite from './icons.svg'

/** Line icons on a 24 px grid with one stroke width, drawn for this product. All are in views/icons.svg. */
export const ICONS = [
  'home',
  'document',
  'library',
  'task',
  'message',
  'contact',
  'account',
  'plus',
  'minus',
  'close',
  'info',
  'warning',
  'check',
  'globe',
  'search',
  'menu',
  'more',
  'download',
  'sign',
  'chevron',
  'log',
  'bin',
  'copy',
  'edit',
  'refresh',
  'help',
  'out',
  'key',
  'grip',
  'calendar',
  'bank',
  'wallet',
  'qr',
  'undo',
  'redo',
] as const

export type IconName = (typeof ICONS)[number]

/** Decorative, because the adjacent text or the label of the control has the meaning. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

/** The logo: 契 as a red seal, drawn as a frame and a glyph of the page's serif font. */
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
