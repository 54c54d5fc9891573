import './providers/builtin/builtin.ts'
import './providers/remote/authorisation.ts'
import './providers/remote/callback.ts'
import './providers/remote/remote.ts'
import './providers/remote/signing-job.ts'
import './running/reminders.ts'
import './running/signing-operations.ts'
import './transparency/checkpoint-job.ts'
import './verification/verification-operations.ts'

export { signingParties } from './copy/signing-parties.ts'
export { evidenceBundle } from './data-export/evidence.ts'
export { exportSigning } from './data-export/own-signatures.ts'
export { exportSignings } from './data-export/signings.ts'
export { mailHeldUpNotice, notifyOfEnding } from './emails/ending.ts'
export { eraseSignings } from './erasure.ts'
export { signingsWith } from './exchanged.ts'
export { signingsOf } from './job-belongings.ts'
export {
  certificatesInFile,
  describeAuthorities,
  revokeCertificate,
  revokeIntermediate,
  rotateKeys,
} from './keys.ts'
export { beginSetting } from './named-signers.ts'
export { currentSigningFaults } from './providers/builtin/authority/signing-faults.ts'
export { logDelivery } from './providers/builtin/evidence/records.ts'
export {
  SIGNING_FAULT_PARTS,
  type SigningFaultPart,
} from './providers/builtin/pades/signing-fault.ts'
export { resumeSigning } from './providers/builtin/restored.ts'
export { offerConfiguredServices } from './providers/configured.ts'
export { signingRoutes as routes } from './routes.tsx'
export { expiringSignings } from './running/expiring.ts'
export { countHeldUp, type HeldUpSigning, listDelayed as listHeldUp } from './running/held-up.ts'
export { signingOrder } from './running/order-of-many.ts'
export { linkToSign } from './running/progress.ts'
export type { SigningOrder } from './running/signing-order.ts'
export type { SignatoryEntry, SigningOptions } from './schema.ts'
export { SealSummary } from './seals/views/seal-summary.tsx'
export { eraseAtServices } from './services/personal-data.ts'
export { ServiceSummary } from './services/views/service-summary.tsx'
export { findSettingPage } from './setting.ts'
export { emitTurnsAt, sendersOfSignings } from './signing-step.ts'
export { addActionLeaf } from './transparency/leaves.ts'
