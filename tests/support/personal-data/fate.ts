/** The rows of a person or their team in a table, and how they are treated. */
export interface Personal {
  /** SQL that is true for the person's rows. `:account`, `:team` and `:email` are values of the person. */
  own: string
  /** SQL that is true for the internal notes of our staff among these rows, which no export contains. */
  internal?: string
  /**
   * The effect of erasing the account and its team on these rows: they are deleted, the named columns are
   * changed, or the rows stay, with the reason.
   */
  erased: 'deleted' | { changed: string[] } | { stays: string }
  /**
   * The key in data.json and the columns whose values it contains, or the reason why the rows are not
   * exported.
   */
  exported: [key: string, ...columns: string[]] | string
  /**
   * The scheduled job that deletes old rows; or how long they are kept, with the scheduled job that deletes
   * them after the team was closed.
   */
  until: { job: string } | { kept: string; endedBy: string } | string
}

/** The reason why no row of a table belongs to a customer. */
export interface Ours {
  ours: string
}

export type Fates = Record<string, Personal | Ours>

/** Unsigned documents, which are erased together with their team. */
const UNSIGNED = `(select id from documents.document
  where team_id = :team and status not in ('signing', 'completed'))`

export const OF_ACCOUNT = 'account_id = :account'
export const OF_TEAM = 'team_id = :team'
export const OF_DOCUMENT = `document_id in ${UNSIGNED}`
export const OF_UNSIGNED = `id in ${UNSIGNED}`
export const OF_SIGNING = `signing_id in (select id from signing.signing where ${OF_DOCUMENT})`
export const OF_SIGNATORY = `signatory_id in (select id from signing.signatory where ${OF_SIGNING})`
export const OF_REVIEWER = `reviewer_id in (select id from review.reviewer where ${OF_DOCUMENT})`
export const OF_CONSULTATION = `consultation_id in (select id from consultations.consultation where ${OF_TEAM})`
export const OF_CONVERSATION = `conversation_id in (select id from chat.conversation where ${OF_ACCOUNT})`
export const OF_ORDER = `order_id in (select id from orders.order where ${OF_ACCOUNT})`

export const WITH_TEAM = 'until the team is erased'
export const WITH_ACCOUNT = 'until the account is erased'

const endedAfterClosure = (kept: string) => ({ kept, endedBy: 'closed-accounts' })
export const WITH_DOCUMENT = endedAfterClosure('as long as its document; if signed, five years after closure')
export const FIVE_YEARS = endedAfterClosure('five years after closure')
export const BOOKS = endedAfterClosure('thirty years after closure, as accounting records')
