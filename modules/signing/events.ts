import type { Selectable } from 'kysely'
import type { ProviderName } from './providers/provider-name.ts'
import type { SignatoryTable, SigningTable } from './schema.ts'

/** A signatory, with facts about the signing. */
export interface TurnOfEvent {
  id: string
  name: string
  email: string | null
  phone: string | null
  signing_id: string
  provider: ProviderName
  expires_at: Date
  document_id: string
  document_name: string
  document_number: string
  starter_id: string
  starter_name: string
}

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /** A signatory is invited to sign. */
    'turn-came': { turn: TurnOfEvent }
    /** A signatory has signed or approved. */
    'turn-taken': { turn: TurnOfEvent }
    /** A signatory named a successor who signs instead; `turn` still contains the signatory. */
    'signing-handed-over': { turn: TurnOfEvent; successor: string }
    /** A signatory has used up the day's attempts to pass the real-name check. */
    'real-name-failed': { turn: TurnOfEvent }
    /** A signatory asks the sender a question. */
    'signing-question': { turn: TurnOfEvent }
    /** The sender has moved the deadline. */
    'signing-extended': { signatoryIds: string[]; until: Date }
    /** A signing waits because of a fault of ours. */
    'signing-held-up': { signing: Selectable<SigningTable>; signatories: Selectable<SignatoryTable>[] }
    'signing-ended': { signing: Selectable<SigningTable>; signatories: Selectable<SignatoryTable>[] }
  }
}
