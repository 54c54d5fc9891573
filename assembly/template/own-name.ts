import { replaceUnprintable } from '../characters/printable.ts'
import type { Twin } from './template.ts'

/** A document's name if it differs from the title of its template; otherwise ''. */
export function ownName(name: string, { zh, en, hant }: Twin): string {
  const baseName = name
    .replace(/ \(\d+\)$/, '')
    .trim()
    .toLowerCase()
  const titles = [zh, en, hant ?? zh].map((title) => title.toLowerCase())
  return titles.includes(baseName) ? '' : replaceUnprintable(name.trim())
}
