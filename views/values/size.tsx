import { useLocale } from '../language.tsx'

const MB = 1024 ** 2
const GB = 1024 ** 3

/** A size in GB, MB or KB; in MB from a tenth of a MB; with at most one decimal. */
export function sizeText(bytes: number, locale: string): string {
  const [unit, size] = bytes >= GB ? ['GB', GB] : bytes >= MB / 10 || bytes === 0 ? ['MB', MB] : ['KB', 1024]
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return `${figure.format(bytes / (size as number))} ${unit}`
}

/**
 * The remainder of a quota, rounded down; in a smaller unit if it would otherwise look like the whole quota.
 */
export function leftText(left: number, total: number, locale: string): string {
  const text = sizeText(left, locale)
  if (left >= total || text !== sizeText(total, locale)) return text
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, roundingMode: 'floor' })
  const [unit, size] = left >= MB ? ['MB', MB] : ['KB', 1024]
  return `${figure.format(left / (size as number))} ${unit}`
}

export function Size({ bytes }: { bytes: number }) {
  return <span className="whitespace-nowrap tabular-nums">{sizeText(bytes, useLocale())}</span>
}
