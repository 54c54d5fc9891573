import { type Selectable, sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import type { ServiceName } from '../provider-name.ts'
import type { RemoteSigningState, RemoteSigningTable } from './remote-schema.ts'

export type RemoteSigning = Selectable<RemoteSigningTable>

/** The states in which the service or we still have work to do. */
export const OPEN_STATES = ['new', 'draft', 'started'] as const satisfies RemoteSigningState[]

export const isOpen = ({ state }: Pick<RemoteSigning, 'state'>) => OPEN_STATES.some((one) => one === state)

export const findRemoteSigning = (db: Db, id: string) =>
  db.selectFrom('signing.remote_signing').selectAll().where('id', '=', id).executeTakeFirst()

/** The open signing at a service; undefined if there is none. */
export const findOpenRemoteSigning = (db: Db, signingId: string) =>
  db
    .selectFrom('signing.remote_signing')
    .selectAll()
    .where('signing_id', '=', signingId)
    .where('state', 'in', OPEN_STATES)
    .orderBy('stage', 'desc')
    .executeTakeFirst()

/** The signing at the service in which a signatory acts; undefined before it is started. */
export const remoteSigningOf = (db: Db, signatoryId: string) =>
  db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.remote_signing as remote', (join) =>
      join
        .onRef('remote.signing_id', '=', 'signatory.signing_id')
        .onRef('remote.stage', '=', 'signatory.stage'),
    )
    .selectAll('remote')
    .where('signatory.id', '=', signatoryId)
    .executeTakeFirst()

/** Moves a signing from one state to a later one; returns false if its state has already changed. */
export async function changeRemoteState(
  trx: Db,
  { id, state }: Pick<RemoteSigning, 'id' | 'state'>,
  newValues: Partial<Pick<RemoteSigning, 'remote_id'>> & { state: RemoteSigningState },
): Promise<boolean> {
  const updated = await trx
    .updateTable('signing.remote_signing')
    .set({ ...newValues, queried_at: now() })
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** The caller holds a lock on the signing. */
export async function countExtension(trx: Db, { id, extensions }: Pick<RemoteSigning, 'id' | 'extensions'>) {
  await trx
    .updateTable('signing.remote_signing')
    .set({ extensions: extensions + 1 })
    .where('id', '=', id)
    .execute()
}

/** Deletes the stored data about signings at a service, including the callbacks. */
export async function eraseRemoteSignings(trx: Db, provider: ServiceName, signingIds: string[]) {
  const remote = await trx
    .deleteFrom('signing.remote_signing')
    .where('provider', '=', provider)
    .where('signing_id', 'in', signingIds)
    .returning(['id', 'remote_id'])
    .execute()
  for (const { id, remote_id } of remote) {
    await trx
      .deleteFrom('signing.remote_callback')
      .where('provider', '=', provider)
      .where(sql`about->>'remoteId'`, '=', remote_id)
      .execute()
    await removeFiles.enqueue(trx, { prefix: `services/${id}` })
  }
}
