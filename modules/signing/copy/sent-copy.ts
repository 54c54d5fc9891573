import type { Signable } from '#modules/imports/index.ts'
import type { PartySignatory } from '#modules/printing/index.ts'
import type { Db } from '#src/db/db.ts'
import { copyImport } from './import-copy.ts'
import { printSigningCopy } from './signing-copy.ts'

/** What is sent out to be signed: a document of ours printed with blocks, an imported PDF as it came. */
export const makeSigningCopy = (db: Db, document: Signable, signatories: PartySignatory[]) =>
  document.imported ? copyImport(db, document.imported, signatories) : printSigningCopy(document, signatories)
