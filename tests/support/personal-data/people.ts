import {
  type Fates,
  FIVE_YEARS,
  OF_ACCOUNT,
  OF_CONVERSATION,
  OF_TEAM,
  WITH_ACCOUNT,
  WITH_TEAM,
} from './fate.ts'

const ENTRIES = { job: 'accounts-housekeeping' }
const HOUSEKEEPING = { job: 'housekeeping' }
const CHAT = { job: 'old-conversations' }

/** Tables of accounts, address book, messages and the online service. */
export const PEOPLE: Fates = {
  'accounts.account': {
    own: 'id = :account',
    erased: {
      changed: [
        'username',
        'name',
        'email',
        'department',
        'position',
        'mailing_address',
        'password_hash',
        'state',
      ],
    },
    exported: ['account', 'username', 'name', 'email', 'department', 'position', 'mailing_address'],
    until: WITH_ACCOUNT,
  },
  'accounts.team': {
    own: 'id = :team',
    erased: { changed: ['name', 'credit_code', 'address', 'phone'] },
    exported: ['team', 'name', 'credit_code', 'address', 'phone'],
    until: WITH_TEAM,
  },
  'data_exports.data_export': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: 'the export itself',
    until: { job: 'old-data-exports' },
  },
  'announcements.dismissal': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['dismissedAnnouncements', 'announcement_id', 'at'],
    until: { job: 'old-dismissals' },
  },
  'authorisations.authorisation': {
    own: OF_TEAM,
    erased: 'deleted',
    exported: ['authorisations', 'name', 'person', 'number', 'requested_at'],
    until: WITH_TEAM,
  },
  'accounts.account_action': {
    own: OF_ACCOUNT,
    erased: { stays: 'says which action at what time, of a row without a name' },
    exported: ['actions', 'action', 'at'],
    until: FIVE_YEARS,
  },
  'accounts.agreement': {
    own: OF_ACCOUNT,
    erased: { stays: 'proves the consent, of a row without a name' },
    exported: ['agreements', 'version', 'document', 'agreed_at'],
    until: FIVE_YEARS,
  },
  'accounts.desk_action': {
    own: OF_ACCOUNT,
    erased: { stays: 'proves what our staff did and why' },
    exported: ['deskActions', 'reason', 'action', 'at'],
    until: FIVE_YEARS,
  },
  'accounts.desk_change': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['deskActions', 'before', 'after'],
    until: WITH_ACCOUNT,
  },
  'accounts.invitation': {
    own: OF_TEAM,
    erased: 'deleted',
    exported: ['invitations', 'email', 'created_at'],
    until: WITH_TEAM,
  },
  'accounts.last_login': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['account', 'at'],
    until: ENTRIES,
  },
  'accounts.factor': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['factors', 'name'],
    until: WITH_ACCOUNT,
  },
  'accounts.recovery_code': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: 'digests of codes',
    until: WITH_ACCOUNT,
  },
  'accounts.remembered_device': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['rememberedDevices', 'device'],
    until: ENTRIES,
  },
  'accounts.second_step': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: 'ten minutes of a login under way',
    until: ENTRIES,
  },
  'accounts.login_failure': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['failedLogins', 'created_at'],
    until: ENTRIES,
  },
  'accounts.notice_choice': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['mails', 'locale'],
    until: WITH_ACCOUNT,
  },
  'accounts.social_attempt': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: 'ten minutes of a login under way',
    until: ENTRIES,
  },
  'accounts.social_binding': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['social', 'subject', 'nickname'],
    until: WITH_ACCOUNT,
  },
  'accounts.support_request': {
    own: OF_ACCOUNT,
    erased: { changed: ['words', 'answer', 'closed_at'] },
    exported: ['requests', 'words', 'answer', 'kind'],
    until: FIVE_YEARS,
  },
  'platform.approval': {
    own: OF_ACCOUNT,
    erased: { changed: ['form', 'facts', 'reason'] },
    exported: 'what our staff did in the end is in deskActions',
    until: FIVE_YEARS,
  },
  'accounts.verification_code': {
    own: 'address = :email',
    erased: 'deleted',
    exported: 'digests of codes',
    until: ENTRIES,
  },
  'contacts.contact': {
    own: OF_TEAM,
    erased: 'deleted',
    exported: ['contacts', 'name', 'organisation', 'mobile', 'email', 'group_name'],
    until: WITH_TEAM,
  },
  'messaging.feedback': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['feedback', 'question', 'email', 'created_at'],
    until: { job: 'old-feedback' },
  },
  'messaging.feedback_action': {
    own: `feedback_id in (select id from messaging.feedback where ${OF_ACCOUNT})`,
    internal: "action = 'note'",
    erased: 'deleted',
    exported: ['feedback', 'words'],
    until: { job: 'old-feedback' },
  },
  'messaging.message': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['messages', 'kind', 'created_at', 'path'],
    until: { job: 'old-messages' },
  },
  'messaging.task': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['tasks', 'document_number', 'document_name', 'creator', 'started_at'],
    until: WITH_ACCOUNT,
  },
  'messaging.digest': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: 'the day of the last mail, which is exported itself',
    until: WITH_ACCOUNT,
  },
  'chat.conversation': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: 'counters; its messages are exported',
    until: CHAT,
  },
  'chat.message': {
    own: OF_CONVERSATION,
    erased: 'deleted',
    exported: ['conversation', 'words', 'at'],
    until: CHAT,
  },
  'chat.visitor_token': {
    own: OF_CONVERSATION,
    erased: 'deleted',
    exported: 'digests of cookies',
    until: CHAT,
  },
  'platform.session': {
    own: `${OF_ACCOUNT} and ended_at is null`,
    erased: { changed: ['ended_at'] },
    exported: ['sessions', 'device', 'address'],
    until: HOUSEKEEPING,
  },
  'platform.mail': {
    own: "recipient = :email and state <> 'waiting'",
    erased: 'deleted',
    exported: ['sentMails', 'subject', 'recipient', 'created_at'],
    until: HOUSEKEEPING,
  },
  'platform.user_log': {
    own: OF_ACCOUNT,
    erased: 'deleted',
    exported: ['reports', 'remark', 'service', 'created_at'],
    until: HOUSEKEEPING,
  },
  'platform.security_event': {
    own: OF_ACCOUNT,
    erased: { stays: 'for the rest of 190 days, as the Cybersecurity Law requires; it names nobody' },
    exported: ['securityEvents', 'detail'],
    until: HOUSEKEEPING,
  },
}
