import { sql } from 'kysely'
import { planIncludes } from '#modules/orders/index.ts'
import { now } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import type { ModuleEvents } from '#src/jobs/module-events.ts'
import { EVENT_OF_ACTION, type EventType, eventOfMove } from '../event-types.ts'
import { TEST_TYPE } from '../schema.ts'
import { sendDelivery } from './send.ts'

type MoveEvent = ModuleEvents['document-moved']
type ActionEvent = ModuleEvents['action-logged']

export const onDocumentMoved = (trx: Db, event: MoveEvent) =>
  recordEvent(trx, eventOfMove(event), event.document)

export async function onActionLogged(trx: Db, { action, document }: ActionEvent) {
  const type = EVENT_OF_ACTION[action]
  if (type) await recordEvent(trx, type, document)
}

/** Stores the event for the team's endpoints that subscribe to it, in the transaction that caused it. */
async function recordEvent(trx: Db, type: EventType, { id, teamId, number, status }: MoveEvent['document']) {
  const endpoints = await trx
    .selectFrom('webhooks.endpoint as endpoint')
    .select('endpoint.id')
    .where('team_id', '=', teamId)
    .where('state', '=', 'enabled')
    .where(sql<boolean>`${type} = any(types)`)
    .where(planIncludes(trx, sql.ref<string>('endpoint.team_id'), 'automated_user'))
    .orderBy('endpoint.id')
    .execute()
  const body = bodyOf(type, { id, number, status })
  for (const endpoint of endpoints) {
    const documentFields = { document_id: id, document_number: number }
    await addDelivery(trx, { endpoint_id: endpoint.id, type, body, ...documentFields })
  }
}

/** A test event, which concerns no document. */
export const recordTest = (trx: Db, endpoint_id: string) =>
  addDelivery(trx, {
    endpoint_id,
    type: TEST_TYPE,
    document_id: null,
    document_number: '',
    body: bodyOf(TEST_TYPE, {}),
  })

const bodyOf = (type: string, data: object) => JSON.stringify({ type, timestamp: now().toISOString(), data })

interface NewDelivery {
  endpoint_id: string
  type: EventType | typeof TEST_TYPE
  document_id: string | null
  document_number: string
  body: string
}

async function addDelivery(trx: Db, delivery: NewDelivery) {
  const id = newId()
  const createdAt = now()
  await trx
    .insertInto('webhooks.delivery')
    .values({
      id,
      ...delivery,
      state: 'waiting',
      attempts: 0,
      next_at: createdAt,
      answer: '',
      created_at: createdAt,
    })
    .execute()
  await sendDelivery.enqueue(trx, { id }, { group: { id: delivery.endpoint_id } })
  fault('webhook: event stored, not committed')
}
