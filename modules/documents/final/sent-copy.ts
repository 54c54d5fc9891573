import type { Db } from '#src/db/db.ts'
import { copyImport } from '../imports/import-copy.ts'
import type { Signable } from '../imports/signable.ts'
import type { PartySignatory } from './signatories.ts'
import { printSigningCopy } from './signing-copy.ts'

/** What is sent out to be signed: a document of ours printed with blocks, an imported PDF as it came. */
export const makeSigningCopy = (db: Db, document: Signable, signatories: PartySignatory[]) =>
  document.imported ? copyImport(db, document.imported, signatories) : printSigningCopy(document, signatories)
