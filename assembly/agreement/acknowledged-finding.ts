import type { Acknowledgement, ClauseAnswer } from '../answers.ts'
import { hash } from '../confirmation/hash.ts'
import type { ClauseNode, OpenPoint, Run } from '../tree.ts'

/**
 * Hashes a pair of texts without the values of their blanks. A finding is reported again once its texts
 * change.
 */
export function fingerprint({ text }: Pick<ClauseNode, 'text'>): string {
  const withoutValues = (runs: Run[]) =>
    runs.map((run) => (run.kind === 'text' ? run.text : `{${run.target}}`)).join('')
  const bothTexts = `${withoutValues(text.zh)}\u0000${withoutValues(text.en)}`
  return hash(bothTexts)
}

/** The part of an acknowledged finding that is stored. */
export function acknowledgementOf({
  check = 'numbers',
  detail,
  contentHash = '',
}: OpenPoint): Acknowledgement {
  return {
    check,
    of: contentHash,
    zh: (detail?.zh ?? '').slice(0, 200),
    en: (detail?.en ?? '').slice(0, 200),
  }
}

export function isAcknowledged(point: OpenPoint, answer: ClauseAnswer | undefined): boolean {
  const acknowledgement = acknowledgementOf(point)
  return answer?.meant?.some((one) => keyOf(one) === keyOf(acknowledgement)) ?? false
}

const keyOf = ({ check, of, zh, en }: Acknowledgement) => [check, of, zh, en].join('\u0000')
