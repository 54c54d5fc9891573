import { findFile } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import { AppError } from '#src/core/errors.ts'
import { getFile } from '#src/jobs/storage.ts'
import type { ProviderState, SigningOrder, SigningProvider } from '../provider.ts'
import { invite, signerLink } from './link.tsx'
import { keepRevision, latestRevision } from './revision.ts'

/** Our own e-sign service: mails the signatories in order, checks them by a code, signs the PDF by PAdES. */
export const builtin: SigningProvider = {
  name: 'builtin',
  authoriseSender: async () => ({ authorised: true }),
  start: async (trx, { signingId, documentId }: SigningOrder) => {
    const file = await findFile(trx, documentId, 'final-pdf')
    if (!file) throw new AppError('FILE_GENERATING')
    const kept = await keepRevision(trx, signingId, 0, { key: file.key, sha256: file.sha256 })
    if (kept) await inviteNext(trx, signingId)
  },
  signerLink,
  remind: invite,
  status: statusOf,
  download: async (db, signingId) => getFile((await latestRevision(db, signingId)).key),
}

/** Invites whoever comes next; false when everybody has signed. */
export async function inviteNext(trx: Db, signingId: string): Promise<boolean> {
  const next = await trx
    .selectFrom('signing.signatory')
    .select('id')
    .where('signing_id', '=', signingId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .executeTakeFirst()
  if (!next) return false
  await trx.updateTable('signing.signatory').set({ state: 'invited' }).where('id', '=', next.id).execute()
  await invite(trx, next.id)
  return true
}

async function statusOf(db: Db, signingId: string): Promise<ProviderState> {
  const { state, signed } = await db
    .selectFrom('signing.signing as signing')
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .select((eb) => [
      'signing.state',
      eb.fn.countAll<number>().filterWhere('signatory.state', '=', 'signed').as('signed'),
    ])
    .where('signing.id', '=', signingId)
    .groupBy('signing.state')
    .executeTakeFirstOrThrow()
  if (state === 'started') return signed > 0 ? 'partially_signed' : 'started'
  return state === 'declined' ? 'rejected' : state
}
