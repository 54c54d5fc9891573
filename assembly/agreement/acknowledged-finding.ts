import type { Acknowledgement, ClauseAnswer } from '../answers.ts'
import type { ClauseNode, OpenPoint, Run } from '../tree.ts'

/**
 * Hashes a pair of texts without the values of their blanks. A finding is reported again once its texts
 * change.
 */
export function fingerprint({ text }: Pick<ClauseNode, 'text'>): string {
  const plain = (runs: Run[]) => runs.map((run) => (run.kind === 'text' ? run.text : `{${run.of}}`)).join('')
  const whole = `${plain(text.zh)}\u0000${plain(text.en)}`
  return hash(whole)
}

function hash(whole: string): string {
  let one = 0x811c9dc5
  let other = 0x1b873593
  for (let at = 0; at < whole.length; at++) {
    one = Math.imul(one ^ whole.charCodeAt(at), 0x01000193)
    other = Math.imul(other ^ whole.charCodeAt(at), 0x85ebca6b) ^ (other >>> 13)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}

/** What is stored of a finding when somebody acknowledges it. */
export function acknowledgementOf({ check = 'numbers', detail, of = '' }: OpenPoint): Acknowledgement {
  return { check, of, zh: (detail?.zh ?? '').slice(0, 200), en: (detail?.en ?? '').slice(0, 200) }
}

export function isAcknowledged(point: OpenPoint, answer: ClauseAnswer | undefined): boolean {
  const asked = acknowledgementOf(point)
  return answer?.meant?.some((one) => keyOf(one) === keyOf(asked)) ?? false
}

const keyOf = ({ check, of, zh, en }: Acknowledgement) => [check, of, zh, en].join('\u0000')

/** The name of the form field that acknowledges a finding: clause, check, texts and detail. */
export const findingKey = ({ at, check, of, detail }: OpenPoint): string =>
  `meant-${at}-${check}-${of}-${hash(`${detail?.zh}\u0000${detail?.en}`)}`

/** Whether a finding must be resolved or acknowledged before finalising; the others are hints. */
export const mustConfirm = ({ kind, grade }: OpenPoint): boolean => kind === 'mismatch' && grade !== 'look'

/** The wording of a finding in the log, such as payment: 30日 / 60 days. */
export const findingWords = ({ at, check, detail }: OpenPoint): string =>
  `${check} in ${at}: ${detail?.zh} / ${detail?.en}`
