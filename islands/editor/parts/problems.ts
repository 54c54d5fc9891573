import type { OpenPoint } from '#assembly/tree.ts'
import type { EditorLocale } from '../state/editor-state.ts'
import { type EditorTranslator, wordsIn } from '../words.ts'

/** Describes an open point in one sentence. */
export function pointWords(t: EditorTranslator, locale: EditorLocale, point: OpenPoint): string {
  if (point.message) return wordsIn(point.message, locale)
  const detail = point.detail && { zh: point.detail.zh, en: point.detail.en }
  if (point.kind === 'stale' && !point.problem) return t('stale.any')
  if (point.kind === 'mismatch') return t(`agreement.${point.check!}`, detail ?? { zh: '', en: '' })
  if (point.kind === 'machine') return t('machine', detail ?? { zh: '', en: '' })
  if (!point.problem) return t('problem.required')
  return t(`problem.${point.problem}`, { detail: detail ? ownDetail(detail, locale) : '' })
}

/** The button that confirms a point. */
export const confirmWords = ({ kind }: OpenPoint) => (kind === 'machine' ? 'confirmRead' : 'confirmAsIs')

const ownDetail = ({ zh, en }: { zh: string; en: string }, locale: EditorLocale) =>
  locale === 'en_US' ? en || zh : zh || en
