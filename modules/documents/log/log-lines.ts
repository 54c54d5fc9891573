import type { Translate } from '#src/core/i18n.ts'
import { momentText } from '#views/values/moment.tsx'
import type { Action } from '../audit-log.ts'
import type { LogFault } from './log-end.ts'

/** Details that are shown with a label, in this order. */
const LABELLED = [
  'party',
  'email',
  'realName',
  'reference',
  'address',
  'agent',
  'serial',
  'sha256',
  'consent',
] as const

/** The number of data about a person that a real-name check compares. */
const ELEMENTS = ['two', 'three', 'four'] as const

/**
 * The details of an action: what a draft was made from, its new name, the reason for declining, and the
 * facts of a signature.
 */
export function detailsOf({ details }: Action, t: Translate): string {
  const { from, to, name, number, reason, way, elements, role } = details
  if (from) return t('documents.log.from', { number: from })
  if (to) return String(to)
  const facts = LABELLED.filter((key) => details[key]).map((key) => {
    const value = String(details[key])
    return t(`documents.log.fact.${key}`, { value: key === 'party' ? value.toUpperCase() : value })
  })
  const isWay = way === 'drawn' || way === 'typed' || way === 'picture'
  const wayWord = isWay ? t(`documents.log.fact.${way}`) : ''
  const count = ELEMENTS.find((one) => one === elements)
  const comparedWords = count ? t(`documents.log.elements.${count}`) : ''
  return [name, role, comparedWords, number, reason, wayWord, ...facts]
    .filter((one) => one !== undefined && one !== '')
    .join(' · ')
}

export const actionWords = ({ action, details }: Action, t: Translate) =>
  t(`documents.action.${action}`, details)

/**
 * A row in the reader's language: number, time in Shanghai and in UTC, identity, operator, action, details.
 */
export const logLine = (row: Action, t: Translate): string[] => [
  String(row.number),
  momentText(row.at),
  row.at.toISOString(),
  t(`documents.identity.${row.identity}`),
  row.operator,
  actionWords(row, t),
  detailsOf(row, t),
]

export const logHead = (t: Translate): string[] =>
  (['number', 'time', 'utc', 'identity', 'operator', 'action', 'details'] as const).map((key) =>
    t(`documents.log.${key}`),
  )

export function faultWords(fault: LogFault, t: Translate): string {
  if (fault === 'unconfirmed') return t('documents.log.unconfirmed')
  return 'row' in fault
    ? t('documents.log.broken', { number: fault.row })
    : t('documents.log.missing', { count: fault.missing })
}

/** The state of the hash chain for the foot of the log, with the last hash if the chain is intact. */
export function chainWords(actions: Action[], fault: LogFault | null, t: Translate) {
  if (fault) return faultWords(fault, t)
  return `${t('documents.log.whole')} ${t('documents.log.last', { hash: actions.at(-1)?.hash ?? '' })}`
}

/**
 * The log as rows of a spreadsheet, in the reader's words. The hashes are complete, but only the JSON export
 * (`log-json.ts`) has the fields for recomputing them.
 */
export function logTable(actions: Action[], fault: LogFault | null, t: Translate): string[][] {
  return [
    [...logHead(t), t('documents.log.hash')],
    ...actions.map((row) => [...logLine(row, t), row.hash]),
    [],
    [chainWords(actions, fault, t)],
  ]
}
