import type { ColumnType, Generated } from 'kysely'
import type { ProviderName } from '../provider-name.ts'
import type { Callback, RemoteSender, RemoteState } from './service.ts'

type Json<T> = ColumnType<T, string, string>

/**
 * new: not sent to the service yet; refused: the service did not accept the signing, and no one was invited.
 */
export type RemoteSigningState = 'new' | RemoteState | 'refused'

/** A stage of a signing at another company's service. */
export interface RemoteSigningTable {
  /** The id, sent to the service as business number. */
  id: string
  signing_id: string
  stage: number
  provider: ProviderName
  /** The service's id; null until its answer is stored. */
  remote_id: string | null
  state: RemoteSigningState
  /** How often the deadline was moved at the service. */
  extensions: Generated<number>
  created_at: Date
  queried_at: Date | null
  /** The application number under which the service prepares its report of evidence. */
  application: string | null
  evidence_name: string | null
  evidence_key: string | null
  evidence_sha256: string | null
}

/** A verified callback as received. */
export interface RemoteCallbackTable {
  id: string
  provider: ProviderName
  /** The idempotency key, which is the same in all deliveries of an event. */
  key: string
  about: Json<Callback['about']>
  headers: Json<Record<string, string>>
  body: Buffer
  received_at: Date
  handled_at: Date | null
}

/** A sender's attempt to authorise us at a service. */
export interface RemoteAuthorisationTable {
  id: string
  provider: ProviderName
  /** The service's id of the attempt. */
  flow: string
  /** URL of the page on which the sender authorises us. */
  url: string
  /** The document that the sender wants to send. */
  document_id: string | null
  team_id: string
  account_id: string
  sender: RemoteSender['as']
  /** The names of the account and of the sender, and an institution's credit code or ''. */
  person: string
  name: string
  number: string
  state: 'pending' | 'granted' | 'refused' | 'lapsed'
  reason: string | null
  requested_at: Date
  queried_at: Date | null
}

/** The services at which the parties' people sign a document, as the sender chose. */
export interface ServiceSettingTable {
  document_id: string
  choices: Json<Record<string, ProviderName>>
}

/** The services at which the people of a team's documents sign, unless the sender chooses otherwise. */
export interface ServiceRuleTable {
  team_id: string
  mainland: ProviderName
  /** The service for people of parties outside mainland China. */
  overseas: ProviderName
  /** The service for employment documents. */
  employment: ProviderName
  updated_at: Date
}

export interface RemoteTables {
  'signing.remote_signing': RemoteSigningTable
  'signing.remote_callback': RemoteCallbackTable
  'signing.remote_authorisation': RemoteAuthorisationTable
  'signing.service_setting': ServiceSettingTable
  'signing.service_rule': ServiceRuleTable
}
