import type { Generated } from 'kysely'

/** Actions on the state of an account. */
export const STATE_ACTIONS = ['disable', 'freeze', 'exception', 'restore'] as const
export type StateAction = (typeof STATE_ACTIONS)[number]

/** Actions of staff; the labels are under `desk.action` in the locales. */
export const DESK_ACTIONS = [
  ...STATE_ACTIONS,
  'invite-staff',
  'withdraw-staff',
  'join-staff',
  'change-staff',
  'remove-staff',
  'suspend-staff',
  'resume-staff',
  'record-request',
  'close-request',
  'erase',
  'correct',
  'reset-factors',
  'end-sessions',
  'hand-over',
  'open-plan',
  'undo-plan',
  'end-renewal',
  'grant-uses',
  'set-price',
  'create-coupon',
  'end-coupon',
  'change-package',
  'confirm-transfer',
  'reverse-transfer',
  'refuse-slip',
  'discard-statement',
  'register-payment',
  'choose-order',
  'void-payment',
  'apply-payment',
  'refund-payment',
  'refund-order',
  'settle-refund',
  'issue-invoice',
  'refuse-invoice',
  'reverse-invoice',
  'reduce-invoice',
  'send-invoice',
  'record-red-letter',
  'grant-authorisation',
  'refuse-authorisation',
  'change-template',
  'mark-law-changed',
  'withdraw-law-change',
  'record-law-review',
  'withdraw-law-review',
  'set-law-owner',
  'finish-law-task',
  'change-faq',
  'change-reply',
  'schedule-announcement',
  'withdraw-announcement',
  'change-calendar',
  'change-hours',
  'take-entry',
  'release-entry',
  'hand-over-entry',
  'end-signing',
  'retry-jobs',
  'ask-access',
  'withdraw-access',
  'allow-access',
  'refuse-access',
  'end-access',
  'expire-access',
  'see-page',
] as const
export type DeskAction = (typeof DESK_ACTIONS)[number]

export interface DeskActionTable {
  id: string
  /** The account; null for an action on something else, which `subject` names. */
  account_id: string | null
  staff_id: string
  subject: Generated<string>
  /** The path of the page at the desk that shows the subject. */
  path: Generated<string>
  /** The colleague who approved it. */
  approved_by: string | null
  action: DeskAction
  reason: string
  at: Date
}

export interface DeskChangeTable {
  action_id: string
  account_id: string | null
  /** The labels are under `desk.change` in the locales. */
  what:
    | 'state'
    | 'staffRoles'
    | 'username'
    | 'identity'
    | 'role'
    | 'plan'
    | 'planEnds'
    | 'order'
    | 'amount'
    | 'uses'
    | 'period'
    | 'seats'
    | 'documents_1'
    | 'documents_2'
    | 'esigns'
    | 'storage'
    | 'refund'
    | 'takenBack'
    | 'package'
    | 'price'
    | 'paidBy'
    | 'priceFrom'
    | 'contents'
    | 'coupon'
    | 'couponUses'
    | 'couponUntil'
    | 'owner'
    | 'payee'
    | 'hours'
    | 'days'
  /** The value: a code of the locales, a name, a number, an amount or a day (yyyy-MM-dd); '' for none. */
  before: string
  after: string
}

/** A note on an account that only staff see. */
export interface AccountNoteTable {
  id: string
  account_id: string
  staff_id: string
  words: string
  at: Date
}

export interface DeskLogTables {
  'accounts.account_note': AccountNoteTable
  'accounts.desk_action': DeskActionTable
  'accounts.desk_change': DeskChangeTable
}
