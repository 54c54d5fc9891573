import { useLocale } from '../language.tsx'

const MB = 1024 ** 2
const GB = 1024 ** 3

/**
 * In GB from one on, else in MB, and in KB what is less than a tenth of that; with one digit behind the point
 * at most.
 */
export function sizeText(bytes: number, locale: string): string {
  const [unit, size] = bytes >= GB ? ['GB', GB] : bytes >= MB / 10 || bytes === 0 ? ['MB', MB] : ['KB', 1024]
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return `${figure.format(bytes / (size as number))} ${unit}`
}

export function Size({ bytes }: { bytes: number }) {
  return <span className="whitespace-nowrap tabular-nums">{sizeText(bytes, useLocale())}</span>
}
