import { type Locale, messages, type Translate } from '#src/core/i18n.ts'
import type { MessagesOf } from '#views/language/messages.ts'

export type Kind = keyof MessagesOf<'dataExports.kind'>
export type Column = keyof MessagesOf<'dataExports.column'>

type CodeWords = Record<string, string>

/** The words for the codes of a column: by kind and column, or by column alone. */
function codesOf(locale: Locale): Record<string, CodeWords> {
  const { accounts, authorisations, contacts, dataExports, desk, documents } = messages[locale]
  const { messaging, orders, review, seals, security, signing, site } = messages[locale]
  const packages = { ...desk.package, ...orders.package }
  return {
    'account.identity': accounts.identities,
    'account.role': desk.role,
    'account.state': desk.states,
    locale: dataExports.locale,
    package: packages,
    'actions.action': dataExports.action,
    'agreements.document': site.agreement,
    'authorisations.state': authorisations.state,
    'comments.state': { ...review.state.proposal, ...review.state.comment },
    'contacts.type': contacts.type,
    'deskActions.action': desk.action,
    'documentsElsewhere.status': documents.status,
    'document.status': documents.status,
    'feedback.state': messaging.desk.state,
    'invoices.kind': orders.invoice.kind,
    'invoiceChoices.kind': orders.invoice.kind,
    'invoiceTitles.kind': orders.invoice.kind,
    'invoiceChoices.title_kind': orders.invoice.titleKind,
    'invoiceTitles.title_kind': orders.invoice.titleKind,
    'invoices.title_kind': orders.invoice.titleKind,
    'invoices.state': orders.invoice.state,
    'invoices.actions.action': orders.invoiceDesk.action,
    method: orders.methods,
    'orders.kind': orders.orderKind,
    'orders.state': orders.state,
    period: orders.confirm.periods,
    'reviewers.kind': review.setting.kind,
    'rounds.comments.state': { ...review.state.proposal, ...review.state.comment },
    'seals.kind': seals.kind,
    'securityEvents.detail': security.events.detail,
    'securityEvents.kind': security.events.kinds,
    'signatures.state': signing.state,
    'signings.signatories.state': signing.state,
    'signings.signatories.role': signing.setting.roles,
    'signatures.role': signing.setting.roles,
    'tasks.type': messaging.tasks.type,
    'tasks.state': messaging.tasks.status,
    'usage.kind': orders.kind,
  }
}

const codes = new Map<Locale, Record<string, CodeWords>>()

/** The columns with codes; other columns may contain what people wrote. */
const CODE_COLUMNS: ReadonlySet<string> = new Set([
  'state',
  'status',
  'kind',
  'action',
  'side',
  'channel',
  'sender',
  'result',
  'step',
  'provider',
  'by',
  'type',
  'what',
  'own_place',
  'other_place',
  'identification',
  'real_name_state',
  'due',
  'reviews',
  'signatures',
  'endings',
  'team',
  'service',
  'features',
  'mainland',
  'overseas',
  'employment',
])

/** A code in words; codes without a list of words are shown as they are. */
export function codeWords(locale: Locale, kind: string, column: string, code: string): string {
  if (!codes.has(locale)) codes.set(locale, codesOf(locale))
  const lists = codes.get(locale)!
  const list = lists[`${kind}.${column}`] ?? lists[column]
  if (list) return list[code] ?? code
  return CODE_COLUMNS.has(column) ? ((messages[locale].dataExports.code as CodeWords)[code] ?? code) : code
}

const columns = messages.en_US.dataExports.column

/** The heading of a column. */
export const columnWords = (t: Translate, column: string): string =>
  column in columns ? t(`dataExports.column.${column as Column}`) : column
