import type { Sheets } from './sheets.ts'

/**
 * Records which pages have been on the screen with their image, and notifies the form that requires reading.
 */

export const SEEN = 'pdf-seen'

export interface SeenPages {
  seen: number
  all: number
}

export function watchSeen(viewer: HTMLElement, { sheets }: Sheets) {
  const visible = new Set<number>()
  const seenPages = new Set<number>()
  const recordSeen = ({ number, picture }: Sheets['sheets'][number]) => {
    if (seenPages.has(number) || !visible.has(number) || !picture.complete || !picture.naturalWidth) return
    seenPages.add(number)
    const detail: SeenPages = { seen: seenPages.size, all: sheets.length }
    viewer.dispatchEvent(new CustomEvent(SEEN, { detail, bubbles: true }))
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets[Number((target as HTMLElement).dataset.page) - 1]!
        if (isIntersecting) visible.add(sheet.number)
        recordSeen(sheet)
      }
    },
    { rootMargin: '-15% 0px' },
  )
  for (const sheet of sheets) {
    observer.observe(sheet.box)
    sheet.picture.addEventListener('load', () => recordSeen(sheet))
  }
}
