import type { OpenPoint } from '#modules/documents/assembly/tree.ts'
import type { Say } from '../words.ts'

/** What an open point means, in one sentence. */
export function pointWords(t: Say, point: OpenPoint): string {
  const detail = point.detail && { zh: point.detail.zh, en: point.detail.en }
  if (point.kind === 'stale' && !point.problem) return t('stale.any')
  if (point.kind === 'mismatch') return t('mismatch', detail ?? { zh: '', en: '' })
  if (!point.problem) return t('problem.required')
  return t(`problem.${point.problem}`, { detail: detail ? detail.zh || detail.en : '' })
}
