import type { Answers, Confirmation } from '../answers.ts'
import type { DocumentTree, OpenPoint } from '../tree.ts'
import { hash } from './hash.ts'

/** The maximum number of confirmations in a document; the oldest are removed first. */
export const maxConfirmations = 200

/** The maximum number of characters in a reason. */
export const maxReasonLength = 500

/** Whether a point can be settled by a confirmation, with no change to the text. */
export const canConfirm = ({ kind }: Pick<OpenPoint, 'kind'>): boolean =>
  kind === 'mismatch' || kind === 'advice' || kind === 'statutory' || kind === 'machine'

/**
 * Whether a point must be resolved or confirmed before finalising. Findings of grade `look` are only hints.
 */
export const mustConfirm = (point: OpenPoint): boolean => canConfirm(point) && point.grade !== 'look'

/**
 * Open points that block finalising and cannot be confirmed: a required field without a value, an invalid
 * value, or a text whose other language has changed since.
 */
export const unsettledIn = ({ open }: Pick<DocumentTree, 'open'>): OpenPoint[] =>
  open.filter((point) => !canConfirm(point))

/** Whether a confirmation needs a reason. */
export const needsReason = ({ kind }: Pick<OpenPoint, 'kind'>): boolean => kind === 'statutory'

/** The key of a point in the list of confirmations; it includes a hash of the values or texts. */
export const confirmationKey = ({ kind, rule, check, at, contentHash }: OpenPoint): string =>
  [kind, rule ?? check ?? '', at, contentHash ?? ''].join(' ')

/** The confirmation of an advice or of a replaced statutory clause, if there is one. */
export const confirmationOf = ({ confirmed = [] }: Answers, point: OpenPoint): Confirmation | undefined =>
  confirmed.find((one) => one.point === confirmationKey(point))

/** The name of the form field that confirms a point. The value of the field is `yes`, or the reason. */
export function confirmationField({ kind, at, check, rule, contentHash, detail }: OpenPoint): string {
  const words = hash(`${detail?.zh}\u0000${detail?.en}`)
  return `confirmed-${at}-${check ?? rule ?? kind}-${contentHash}-${words}`
}

/** The text of a confirmed point in the log, such as numbers in payment: 30日 / 60 days. */
export function confirmedWords({ kind, at, check, rule, detail, reason }: OpenPoint & { reason?: string }) {
  if (kind === 'advice') return `advice ${rule} at ${at}`
  if (kind === 'statutory') return `statutory clause ${at} replaced: ${reason ?? ''}`
  if (kind === 'machine') return `machine translation at ${at}: ${detail?.zh} / ${detail?.en}`
  return `${check} in ${at}: ${detail?.zh} / ${detail?.en}`
}
