import type { ColumnType, Generated } from 'kysely'
import type { ProviderName } from '../provider-name.ts'
import type { Callback, RemoteSender, RemoteState } from './service.ts'

type Json<T> = ColumnType<T, string, string>

/** new: not yet at the service; refused: the service did not accept it, and no one was invited. */
export type RemoteSigningState = 'new' | RemoteState | 'refused'

/** A stage of a signing at a service of another company. */
export interface RemoteSigningTable {
  /** Sent to the service as the business number. */
  id: string
  signing_id: string
  stage: number
  provider: ProviderName
  /** The service's id; null before its answer was stored. */
  remote_id: string | null
  state: RemoteSigningState
  /** How often the deadline was moved there. */
  extensions: Generated<number>
  created_at: Date
  queried_at: Date | null
  /** The number under which the service prepares its report of evidence. */
  application: string | null
  evidence_name: string | null
  evidence_key: string | null
  evidence_sha256: string | null
}

/** A verified callback as it arrived. */
export interface RemoteCallbackTable {
  id: string
  provider: ProviderName
  /** The idempotency key: equal in all deliveries of one event. */
  key: string
  about: Json<Callback['about']>
  headers: Json<Record<string, string>>
  body: Buffer
  received_at: Date
  handled_at: Date | null
}

/** An attempt of a sender to authorise us at a service. */
export interface RemoteAuthorisationTable {
  id: string
  provider: ProviderName
  /** The service's id of the attempt. */
  flow: string
  /** Where the sender authorises us. */
  url: string
  /** The document that they want to send. */
  document_id: string | null
  team_id: string
  account_id: string
  sender: RemoteSender['as']
  /** The name of the account, of the sender, and an institution's credit code or ''. */
  person: string
  name: string
  number: string
  state: 'pending' | 'granted' | 'refused' | 'lapsed'
  reason: string | null
  requested_at: Date
  queried_at: Date | null
}

/** Where the people of a document's parties sign, as the sender chose. */
export interface ServiceSettingTable {
  document_id: string
  choices: Json<Record<string, ProviderName>>
}

/** Where the people of a team's documents sign, unless the sender chooses otherwise. */
export interface ServiceRuleTable {
  team_id: string
  mainland: ProviderName
  /** For people of parties outside mainland China. */
  overseas: ProviderName
  /** For employment documents. */
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
