import type { Selectable } from 'kysely'
import type { SignatoryTable, SigningTable } from './schema.ts'

declare module '#src/announce.ts' {
  interface Announcements {
    'signing-ended': { signing: Selectable<SigningTable>; signatories: Selectable<SignatoryTable>[] }
  }
}
