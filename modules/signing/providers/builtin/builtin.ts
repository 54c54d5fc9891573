import { registerProvider } from '../registry.ts'
import { eraseRevisions } from './erasure.ts'
import { inviteNext } from './invite-next.ts'
import './resuming.ts'
import './time-stamps/renewing.ts'
import { inviteAgain, remind, signerLink } from './signer-link.ts'
import { signerRoutes } from './signer-routes.tsx'

/**
 * Our own e-sign service: mails the signatories in order, verifies them by code, and signs the PDF with
 * PAdES.
 */
registerProvider({
  name: 'builtin',
  isOffered: true,
  prepare: async (file) => {
    const { prepareFile } = await import('./preparing/prepare-file.ts')
    return prepareFile(file)
  },
  rehearse: async (trial) => {
    const { requireRehearsed } = await import('./rehearsal/rehearsing.ts')
    await requireRehearsed(trial)
  },
  start: async (trx, { signingId }) => {
    await inviteNext(trx, signingId)
  },
  signerLink: (trx, signatoryId) => signerLink(trx, signatoryId),
  remind,
  inviteAgain,
  erase: eraseRevisions,
  routes: signerRoutes,
})
