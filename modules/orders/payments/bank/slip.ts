import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { cleanPicture } from '#src/files/pictures/picture.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { getFile, putFile } from '#src/jobs/storage.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { type Order, timeLeft } from '../../ordering/order.ts'
import { lockOrder } from '../settle.ts'

/** The maximum size of a receipt of a transfer, in bytes. */
export const MAX_SLIP_BYTES = 5 * 1024 * 1024

interface Slip {
  type: 'pdf' | 'png' | 'jpg'
  bytes: Uint8Array
}

/**
 * The uploaded file, with its type by content, or the locale key of its problem. Removes the metadata of a
 * picture.
 */
export function readSlip(files: Uint8Array[]): Slip | MessageKey {
  const [bytes] = files
  if (!bytes) return 'orders.slip.none'
  if (files.length > 1) return 'orders.slip.one'
  if (bytes.length > MAX_SLIP_BYTES) return 'orders.slip.size'
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-') return { type: 'pdf', bytes }
  const picture = cleanPicture(bytes)
  if (!picture || picture.type === 'gif') return 'orders.slip.type'
  return { type: picture.type, bytes: picture.bytes }
}

/**
 * Stores the proof of a transfer, replacing an earlier one. Throws ORDER_STATUS_WRONG if the order can no
 * longer be paid.
 */
export async function storeSlip(db: Db, orderId: string, { type, bytes }: Slip) {
  const key = `slips/${orderId}/${newId()}`
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (order.method !== 'bank' || !timeLeft(order)) throw new AppError('ORDER_STATUS_WRONG')
    await putFile(trx, key, bytes)
    const previousSlip = await findSlip(trx, order)
    const row = { key, type, uploaded_at: now() }
    await trx
      .insertInto('orders.slip')
      .values({ order_id: orderId, ...row })
      .onConflict((oc) =>
        oc.column('order_id').doUpdateSet({ ...row, erased_at: null, refused_at: null, refusal: null }),
      )
      .execute()
    if (previousSlip) await removeFiles.enqueue(trx, { prefix: previousSlip.key })
  })
}

export const findSlip = (db: Db, { id }: Pick<Order, 'id'>) =>
  db.selectFrom('orders.slip').selectAll().where('order_id', '=', id).executeTakeFirst()

/** Throws NOT_FOUND, also for a deleted file. */
export async function openSlip(db: Db, order: Pick<Order, 'id'>): Promise<Slip> {
  const slip = await findSlip(db, order)
  return slip && !slip.erased_at ? { type: slip.type, bytes: await getFile(db, slip.key) } : notFound()
}

/**
 * Deletes proofs of transfers by an erased account or team: they show its bank account, and accounting
 * relies on the bank's statement. The rows remain.
 */
export async function eraseSlips(trx: Db, { accountId, teamIds }: { accountId: string; teamIds: string[] }) {
  const ownSlips = trx
    .selectFrom('orders.order')
    .select('id')
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('team_id', 'in', teamIds)]))
  const erasedSlips = await trx
    .updateTable('orders.slip')
    .set({ erased_at: now() })
    .where('order_id', 'in', ownSlips)
    .where('erased_at', 'is', null)
    .returning('key')
    .execute()
  for (const { key } of erasedSlips) await removeFiles.enqueue(trx, { prefix: key })
}
