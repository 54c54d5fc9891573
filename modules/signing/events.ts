import type { Selectable } from 'kysely'
import type { ProviderName, SignatoryTable, SigningTable } from './schema.ts'

/** A signatory with the signing they are asked in. */
export interface AnnouncedTurn {
  id: string
  name: string
  email: string
  signing_id: string
  provider: ProviderName
  expires_at: Date
  document_id: string
  document_name: string
  document_number: string
  starter_id: string
  starter_name: string
}

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    /** Somebody is asked to sign: it is their turn. */
    'turn-came': { turn: AnnouncedTurn }
    /** They have signed. */
    'turn-taken': { turn: AnnouncedTurn }
    /** It waits for us: nobody's fault but ours. */
    'signing-held-up': { signing: Selectable<SigningTable>; signatories: Selectable<SignatoryTable>[] }
    'signing-ended': { signing: Selectable<SigningTable>; signatories: Selectable<SignatoryTable>[] }
  }
}
