import type { ColumnType, Generated } from 'kysely'

/** A text message with a link, as the parameters of a template of the SMS service. */
export interface SmsNotice {
  sender: string
  document: string
  /** The end of the link, after `/sign/`; the template contains the beginning. */
  link: string
}

/** A text message about an account, as the parameters of a template of the SMS service. */
export interface SmsEvent {
  /** What happened to the account, in the language of the template. */
  event: string
}

export interface MailTable {
  id: string
  channel: 'email' | 'sms'
  recipient: string
  subject: string
  text: string
  html: string
  links: ColumnType<string[], string, string>
  code: string | null
  /** The recipient of replies; null for our service mailbox. */
  reply_to?: string | null
  /** The content of a text message without code, until it is sent. */
  notice: ColumnType<SmsNotice | SmsEvent | null, string | null | undefined, string | null>
  /** The unsubscribe address, for the button of a mail program. */
  leave_link?: string | null
  /** Sent before older mails to the same mailbox. */
  overtakes: Generated<boolean>
  /**
   * A mail to many people: it does not wait for older mails to the same mailbox, and does not delay newer
   * ones.
   */
  bulk: Generated<boolean>
  state: Generated<'waiting' | 'sent' | 'failed'>
  /** The server's reply that it will never deliver to the mailbox. */
  refusal: Generated<string | null>
  created_at: Date
  sent_at: Date | null
}

/** The kinds of actions that a second member of staff has to approve. */
export const APPROVAL_KINDS = ['price', 'coupon', 'package', 'plan', 'uses', 'erasure', 'refund'] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

export interface ApprovalTable {
  id: string
  kind: ApprovalKind
  /** Only one request for each subject can be open. */
  subject_id: string
  /** The account concerned; the column contains no name. */
  account_id: string | null
  /** The page of the desk about the subject. */
  path: string
  /** The submitted form, which is carried out after the approval. */
  form: ColumnType<Record<string, string>, string, string>
  /** The changes, in the form of the staff log. */
  facts: ColumnType<ApprovalFact[], string, string>
  reason: string
  state: 'open' | 'approved' | 'refused' | 'withdrawn'
  requested_by: string
  requested_at: Date
  decided_by: string | null
  decided_at: Date | null
  note: Generated<string>
}

/** `what` is a key of `desk.change` in the locales. */
export interface ApprovalFact {
  what: string
  before: string
  after: string
}

/** The parts of the demo that this database already has. */
export interface DemoTable {
  part:
    | 'cast'
    | 'teams'
    | 'feedback'
    | 'contacts'
    | 'reviews'
    | 'documents'
    | 'consultations'
    | 'replies'
    | 'support-access'
    | 'laws'
  played_at: Date
}

export interface SessionTable {
  id_hash: string
  /** A public id, by which the session can be ended from another browser; it grants no access. */
  id: Generated<string>
  account_id: string
  /** The user agent and the address of the login. */
  device: Generated<string>
  address: Generated<string>
  created_at: Date
  expires_at: Date
  /**
   * When the session was ended in another browser. The row remains until the session would have expired, to
   * report the reason to its own browser.
   */
  ended_at: Date | null
}

export interface NonceTable {
  nonce: string
  expires_at: Date
}

/** Actions that a page or a program reports. They are not trusted, and stored for support. */
export interface UserLogTable {
  id: string
  account_id: string | null
  service: string
  action: string
  result: 'yes' | 'no'
  remark: string
  created_at: Date
}

export const SECURITY_EVENTS = [
  'log-in',
  'log-in-refused',
  'code-misused',
  'locked-out',
  'access-refused',
  'sessions-ended',
  'password',
  'contact',
  'factor',
  'passkey-copied',
  'permissions',
  'staff-roles',
  'state',
  'export',
  'download',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

/** An event that concerns the security of an account; contains no names. */
export interface SecurityEventTable {
  id: string
  kind: SecurityEventKind
  /** Null when the account of an attempt is unknown. */
  account_id: string | null
  /** The team in which the account worked at the time. */
  team_id: string | null
  /**
   * The account that acted, if it was not the account itself: the administrator of its team, or our staff.
   */
  actor_id: string | null
  /** Codes separated by spaces: how the action was done, and the error of a refusal. */
  detail: Generated<string>
  /** Pattern of the page that was refused. */
  route: Generated<string>
  /** The network address and the user agent of the account that acted. */
  address: string
  device: string
  created_at: Date
}

export type Damage = 'missing' | 'shorter' | 'changed'

/** The expected content of a stored file, and since when the file is damaged. */
export interface StoredFileTable {
  key: string
  /** Null before the first check of a file that is older than this table. */
  sha256: string | null
  bytes: number | null
  created_at: Date
  /** When the nightly check last found the file intact. */
  checked_at: Date | null
  damaged_at: Date | null
  damage: Damage | null
}

/** A request that failed because of a fault of ours; contains no personal data. */
export interface FailedRequestTable {
  /** The reference that the user was shown. */
  reference: string
  method: string
  /** The pattern of the route. */
  route: string
  /** The name and the message of the error; the message without values. */
  error: string
  message: string
  release: string
  trace_id: string | null
  created_at: Date
}

/** The current SECRET_KEY, as a hash, and the keys that it replaced. */
export interface SecretKeyTable {
  id: Generated<number>
  /** Identifies the key without revealing it. */
  mark: string
  /** A former key, encrypted with the present one. */
  sealed: Buffer | null
  since: Date
  replaced_at: Date | null
}

/** A day that is a working day or not, contrary to its day of the week. */
export interface CalendarDayTable {
  /** yyyy-MM-dd; select it as `day::text`. */
  day: string
  kind: 'holiday' | 'worked'
  /** The name of the holiday, also for a day that is worked in exchange. */
  name: string
}

/** Whether a day is a working day, before and after a change; null means by its day of the week. */
export interface CalendarDifference {
  day: string
  before: Pick<CalendarDayTable, 'kind' | 'name'> | null
  after: Pick<CalendarDayTable, 'kind' | 'name'> | null
}

/** A change of the calendar by a member of staff. */
export interface CalendarChangeTable {
  id: string
  staff_id: string
  changes: ColumnType<CalendarDifference[], string, never>
  at: Date
}

/**
 * The days on which the online service is open: working days, working days and Saturdays that are no
 * holiday, or all.
 */
export const SERVICE_DAYS = ['working', 'saturdays', 'daily'] as const

/** A change of the hours of the online service; the last one is in force. */
export interface ServiceHoursTable {
  id: string
  staff_id: string
  /** HH:mm in Shanghai time. */
  opens: string
  closes: string
  days: (typeof SERVICE_DAYS)[number]
  at: Date
}

/** A day, yyyy-MM-dd, on which our mailbox was notified of overdue entries. */
export interface OverdueNoticeTable {
  day: string
}

/** Tables of the platform itself; business tables belong to modules. */
export interface PlatformTables {
  'platform.mail': MailTable
  'platform.session': SessionTable
  'platform.demo': DemoTable
  'platform.nonce': NonceTable
  'platform.user_log': UserLogTable
  'platform.security_event': SecurityEventTable
  'platform.approval': ApprovalTable
  'platform.stored_file': StoredFileTable
  'platform.failed_request': FailedRequestTable
  'platform.secret_key': SecretKeyTable
  'platform.overdue_notice': OverdueNoticeTable
  'platform.calendar_day': CalendarDayTable
  'platform.calendar_change': CalendarChangeTable
  'platform.service_hours': ServiceHoursTable
}

declare module '#src/db/db.ts' {
  interface Database extends PlatformTables {}
}
