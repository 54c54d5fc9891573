import { config } from './config.ts'

/** Every point at which the crash tests kill the server. The tests fail for an unused or missing name. */
export const FAULTS = [
  'finalise: before the transaction',
  'finalise: inside the transaction',
  'finalise: after the commit',
  'final files: before the PDF',
  'final files: PDF stored, row missing',
  'final files: PDF kept, Word missing',
  'sign: inside the transaction',
  'sign: after the commit',
  'stamp: before the signature',
  'stamp: file stored, row missing',
  'stamp: inside the transaction',
  'close: before the seal',
  'close: inside the transaction',
  'certificate: before the file',
  'certificate: file stored, row missing',
  'payment: before settling',
  'payment: inside the transaction',
  'payment: after the commit',
  'refund: inside the transaction',
  'refund: after the commit',
  'refund: at the gateway, not stored',
  'renewal: order placed, not charged',
  'renewal: charged, not settled',
  'e-invoice: submitted, id not stored',
  'e-invoice: issued, not stored',
  'e-invoice: inside the transaction',
  'e-reversal: submitted, id not stored',
  'e-reversal: made, not stored',
  'e-reversal: inside the transaction',
  'import: received in part',
  'import: file stored, row missing',
  'import: inside the transaction',
  'store: written, not in its place',
  'store: in its place, folder not synced',
  'remote: before the draft',
  'remote: drafted, id not stored',
  'remote: started, state not stored',
  'remote: file fetched, not stored',
  'remote: inside the transaction',
  'remote: callback stored',
  'mail: before it is sent',
  'mail: sent, row not updated',
  'webhook: event stored, not committed',
  'webhook: before the claim',
  'webhook: claimed, not sent',
  'webhook: sent, not concluded',
  'webhook: inside the conclusion',
] as const

export type Fault = (typeof FAULTS)[number]

/** Kills the process at this point in crash tests, which simulates a power failure. */
export function fault(name: Fault) {
  if (config.FAULT === name) process.kill(process.pid, 'SIGKILL')
}
