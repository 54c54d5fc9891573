import type { ColumnType, GeneratedAlways } from 'kysely'
import type { EventType } from './event-types.ts'

/** person: a customer disabled it; gone: it answered 410; failing: nothing was delivered for a long time. */
export type DisabledBecause = 'person' | 'gone' | 'failing'

/** A team's URL to which events are sent. */
export interface EndpointTable {
  id: string
  team_id: string
  url: string
  description: string
  types: EventType[]
  state: 'enabled' | 'disabled'
  disabled_because: DisabledBecause | null
  /** The secret and the private key, encrypted. */
  sealed_keys: Buffer
  /** The public key that belongs to the private key, in the receivers' notation. */
  public_key: string
  /** The keys before the last rotation, which still sign for a while. */
  former_keys: Buffer | null
  former_until: Date | null
  /** The first failure since the last successful delivery. */
  failing_since: Date | null
  created_by: string
  created_at: Date
  disabled_at: Date | null
}

/** Why an attempt got no response, or was not made. */
export type Problem = 'timeout' | 'private' | 'name' | 'certificate' | 'connection' | 'disabled'

/** An event for an endpoint, and its last attempt. */
export interface DeliveryTable {
  /** Sent as `webhook-id`; the same in every attempt. */
  id: string
  endpoint_id: string
  /** The order of the events; a repeated delivery gets a new position. */
  position: ColumnType<string, never, GeneratedAlways<string>>
  type: EventType | typeof TEST_TYPE
  /** Null for a test event. */
  document_id: string | null
  document_number: string
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  next_at: Date | null
  /** Identifies the process that is sending the delivery; valid until `claimed_until`. */
  claim: string | null
  claimed_until: Date | null
  tried_at: Date | null
  status: number | null
  problem: Problem | null
  milliseconds: number | null
  /** The beginning of the response. */
  answer: string
  created_at: Date
}

export const TEST_TYPE = 'webhook.test'

export interface WebhooksTables {
  'webhooks.endpoint': EndpointTable
  'webhooks.delivery': DeliveryTable
}

declare module '#src/db/db.ts' {
  interface Database extends WebhooksTables {}
}
