import type { SigningProvider } from '../provider.ts'
import { eraseRevisions } from './erasure.ts'
import { inviteNext } from './invite-next.ts'
import './resuming.ts'
import { heldUp, recordRevision } from './revision.ts'
import './time-stamps/renewing.ts'
import { inviteAgain, remind, signerLink } from './signer-link.ts'
import { signerRoutes } from './signer-routes.tsx'

/**
 * Our own e-sign service: mails the signatories in order, verifies them by a code, signs the PDF with PAdES.
 */
export const builtin: SigningProvider = {
  name: 'builtin',
  prepare: async (file) => {
    const { prepareFile } = await import('./preparing/prepare-file.ts')
    return prepareFile(file)
  },
  rehearse: async (trial) => {
    const { requireRehearsed } = await import('./rehearsal/rehearsing.ts')
    await requireRehearsed(trial)
  },
  start: async (trx, { signingId, file }) => {
    if (await recordRevision(trx, signingId, { number: 0, file })) await inviteNext(trx, signingId)
  },
  signerLink: (trx, signatoryId) => signerLink(trx, signatoryId),
  remind,
  inviteAgain,
  heldUp,
  erase: eraseRevisions,
  routes: signerRoutes,
}
