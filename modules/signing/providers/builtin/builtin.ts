import { findFile } from '#modules/documents/index.ts'
import { AppError } from '#src/core/errors.ts'
import type { SigningProvider } from '../provider.ts'
import { eraseRevisions } from './erasure.ts'
import { inviteNext } from './invite-next.ts'
import { keepRevision } from './revision.ts'
import { remind, signerLink } from './signer-link.ts'
import { signerRoutes } from './signer-routes.tsx'

/** Our own e-sign service: mails the signatories in order, checks them by a code, signs the PDF by PAdES. */
export const builtin: SigningProvider = {
  name: 'builtin',
  start: async (trx, { signingId, documentId }) => {
    const file = await findFile(trx, documentId, 'final-pdf')
    if (!file) throw new AppError('FILE_GENERATING')
    const kept = await keepRevision(trx, signingId, 0, { key: file.key, sha256: file.sha256 })
    if (kept) await inviteNext(trx, signingId)
  },
  signerLink,
  remind,
  erase: eraseRevisions,
  routes: signerRoutes,
}
