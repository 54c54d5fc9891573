import type accounts from '../../locales/en_US/accounts.json'
import type acctInfo from '../../locales/en_US/acctInfo.json'
import type announcements from '../../locales/en_US/announcements.json'
import type api from '../../locales/en_US/api.json'
import type authoring from '../../locales/en_US/authoring.json'
import type authorisations from '../../locales/en_US/authorisations.json'
import type batches from '../../locales/en_US/batches.json'
import type blocks from '../../locales/en_US/blocks.json'
import type brand from '../../locales/en_US/brand.json'
import type calendar from '../../locales/en_US/calendar.json'
import type chat from '../../locales/en_US/chat.json'
import type checklists from '../../locales/en_US/checklists.json'
import type common from '../../locales/en_US/common.json'
import type consultation from '../../locales/en_US/consultation.json'
import type contacts from '../../locales/en_US/contacts.json'
import type dataExports from '../../locales/en_US/dataExports.json'
import type desk from '../../locales/en_US/desk.json'
import type documents from '../../locales/en_US/documents.json'
import type editor from '../../locales/en_US/editor.json'
import type home from '../../locales/en_US/home.json'
import type jobs from '../../locales/en_US/jobs.json'
import type keyDates from '../../locales/en_US/keyDates.json'
import type laws from '../../locales/en_US/laws.json'
import type messaging from '../../locales/en_US/messaging.json'
import type orders from '../../locales/en_US/orders.json'
import type publishing from '../../locales/en_US/publishing.json'
import type replies from '../../locales/en_US/replies.json'
import type review from '../../locales/en_US/review.json'
import type seals from '../../locales/en_US/seals.json'
import type security from '../../locales/en_US/security.json'
import type signing from '../../locales/en_US/signing.json'
import type site from '../../locales/en_US/site.json'
import type sso from '../../locales/en_US/sso.json'
import type supportAccess from '../../locales/en_US/supportAccess.json'
import type webhooks from '../../locales/en_US/webhooks.json'

/** The messages of locales/en_US; each file is a namespace. */
export interface Messages {
  accounts: typeof accounts
  acctInfo: typeof acctInfo
  announcements: typeof announcements
  api: typeof api
  authoring: typeof authoring
  batches: typeof batches
  blocks: typeof blocks
  authorisations: typeof authorisations
  brand: typeof brand
  calendar: typeof calendar
  chat: typeof chat
  checklists: typeof checklists
  common: typeof common
  consultation: typeof consultation
  contacts: typeof contacts
  dataExports: typeof dataExports
  desk: typeof desk
  documents: typeof documents
  editor: typeof editor
  home: typeof home
  jobs: typeof jobs
  keyDates: typeof keyDates
  laws: typeof laws
  messaging: typeof messaging
  orders: typeof orders
  publishing: typeof publishing
  replies: typeof replies
  review: typeof review
  seals: typeof seals
  security: typeof security
  signing: typeof signing
  site: typeof site
  sso: typeof sso
  supportAccess: typeof supportAccess
  webhooks: typeof webhooks
}

/** Paths of messages in T: `mail.subject`. */
type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}`
}[keyof T & string]

/** Paths of groups of messages in T: `mail`. */
type GroupOf<T> = {
  [K in keyof T & string]: T[K] extends string ? never : K | `${K}.${GroupOf<T[K]>}`
}[keyof T & string]

type At<T, Path extends string> = Path extends `${infer K}.${infer Rest}`
  ? At<T[K & keyof T], Rest>
  : T[Path & keyof T]

export type Namespace = GroupOf<Messages>

/** The messages of one namespace, or of all namespaces for ''. */
export type MessagesOf<N extends Namespace | ''> = N extends '' ? Messages : At<Messages, N>

/** The keys within a namespace; for '' full keys: `accounts.mail.subject`. */
export type MessageKey<N extends Namespace | '' = ''> = KeyOf<MessagesOf<N>>

/**
 * A key that the types cannot check, because a part of it is data: a stored code, a template, or a schema's
 * message. All families of such keys are listed in tests/locale-keys.test.ts.
 */
export const dynamicKey = <N extends Namespace | '' = ''>(key: string) => key as MessageKey<N>

/**
 * The names of the groups in a namespace that contain these messages: for example the mails in
 * `orders.mail`.
 */
export type GroupWith<N extends Namespace, Word extends string> = {
  [K in keyof MessagesOf<N> & string]: MessagesOf<N>[K] extends Record<Word, string> ? K : never
}[keyof MessagesOf<N> & string]

/** Returns the message of a key of `N`, with `values` in its placeholders. */
export type Translator<N extends Namespace | '' = ''> = (
  key: MessageKey<N>,
  values?: Record<string, string | number>,
) => string
