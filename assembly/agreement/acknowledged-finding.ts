import type { Acknowledgement, ClauseAnswer } from '../answers.ts'
import type { ClauseNode, OpenPoint, Run } from '../tree.ts'

/**
 * Tells a pair of texts from any other, whatever is filled into their blanks: once they change, they are
 * asked about again.
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

/** What is kept of a finding that somebody confirms. */
export function acknowledgementOf({ check = 'numbers', detail, of = '' }: OpenPoint): Acknowledgement {
  return { check, of, zh: (detail?.zh ?? '').slice(0, 200), en: (detail?.en ?? '').slice(0, 200) }
}

export function isAcknowledged(point: OpenPoint, answer: ClauseAnswer | undefined): boolean {
  const asked = acknowledgementOf(point)
  return answer?.meant?.some((one) => keyOf(one) === keyOf(asked)) ?? false
}

const keyOf = ({ check, of, zh, en }: Acknowledgement) => [check, of, zh, en].join('\u0000')

/** The field of a form by which a finding is confirmed: which clause, what is wrong, in which texts. */
export const findingKey = ({ at, check, of, detail }: OpenPoint): string =>
  `meant-${at}-${check}-${of}-${hash(`${detail?.zh}\u0000${detail?.en}`)}`

/** What has to be settled or confirmed before finalising; the rest is only worth a look. */
export const mustConfirm = ({ kind, grade }: OpenPoint): boolean => kind === 'mismatch' && grade !== 'look'

/** As the log keeps it: numbers in payment: 30日 / 60 days. */
export const findingWords = ({ at, check, detail }: OpenPoint): string =>
  `${check} in ${at}: ${detail?.zh} / ${detail?.en}`
