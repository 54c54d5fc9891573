import type { Selectable } from 'kysely'
import type { SignatoryTable, SigningTable } from './schema.ts'

declare module '#src/jobs/announce.ts' {
  interface Announcements {
    'signing-ended': { signing: Selectable<SigningTable>; signatories: Selectable<SignatoryTable>[] }
  }
}
