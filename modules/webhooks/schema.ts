import type { ColumnType, GeneratedAlways } from 'kysely'
import type { EventType } from './event-types.ts'

/** A customer disabled it, it answered 410, or nothing reached it for long. */
export type DisabledBecause = 'person' | 'gone' | 'failing'

/** An address of a team to which events are sent. */
export interface EndpointTable {
  id: string
  team_id: string
  url: string
  description: string
  types: EventType[]
  state: 'enabled' | 'disabled'
  disabled_because: DisabledBecause | null
  /** Its secret and private key, encrypted. */
  sealed_keys: Buffer
  /** The public key of its private one, as receivers write it. */
  public_key: string
  /** The keys before the last rotation, which sign too for a while. */
  former_keys: Buffer | null
  former_until: Date | null
  /** The first failure since something was delivered. */
  failing_since: Date | null
  created_by: string
  created_at: Date
  disabled_at: Date | null
}

/** Why an attempt got no answer, or none was made. */
export type Problem = 'timeout' | 'private' | 'name' | 'certificate' | 'connection' | 'disabled'

/** An event for an endpoint, and its last attempt. */
export interface DeliveryTable {
  /** Sent as `webhook-id`, the same at each attempt. */
  id: string
  endpoint_id: string
  /** The order of the events; a delivery that is sent again gets a new one. */
  position: ColumnType<string, never, GeneratedAlways<string>>
  type: EventType | typeof TEST_TYPE
  /** Null for a test event. */
  document_id: string | null
  document_number: string
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  next_at: Date | null
  /** Which process sends it, and until when its claim is valid. */
  claim: string | null
  claimed_until: Date | null
  tried_at: Date | null
  status: number | null
  problem: Problem | null
  milliseconds: number | null
  /** The beginning of the answer. */
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
