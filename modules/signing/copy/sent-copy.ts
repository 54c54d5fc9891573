import type { Signable } from '#modules/imports/index.ts'
import type { PartySignatory } from '#modules/printing/index.ts'
import type { Db } from '#src/db/db.ts'
import { copyImport } from './import-copy.ts'
import { printSigningCopy } from './signing-copy.ts'

/** The file to be signed: our own document printed with signature blocks, or an imported PDF. */
export const makeSigningCopy = (db: Db, document: Signable, signatories: PartySignatory[]) =>
  document.imported ? copyImport(db, document.imported, signatories) : printSigningCopy(document, signatories)
