/** The actions of a signing, whose rows go into the public log. */
const LOGGED: ReadonlySet<string> = new Set([
  'start-signing',
  'remind-signatory',
  'open-link',
  'read-to-end',
  'approve-signing',
  'hand-over',
  'ask-sender',
  'answer-signatory',
  'extend-deadline',
  'correct-address',
  'invite-signatory',
  'deliver-invitation',
  'refuse-invitation',
  'send-code',
  'open-to-sign',
  'sign',
  'write-signature',
  'decline-signing',
  'expire-signing',
  'stop-signing',
  'extend-signing',
  'complete-signing',
  'renew-proof',
  'fetch-evidence',
])

export const isLogged = (action: string): boolean => LOGGED.has(action)
