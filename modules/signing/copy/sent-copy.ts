import type { Signable } from '#modules/imports/index.ts'
import type { PartySignatory } from '#modules/printing/index.ts'
import type { Db } from '#src/db/db.ts'
import { copyImport } from './import-copy.ts'
import { printSigningCopy } from './signing-copy.ts'

/**
 * The file to be signed: our own document printed with signature blocks and the check code on each page, or
 * an imported PDF as it is.
 */
export const makeSigningCopy = (
  db: Db,
  document: Signable,
  signatories: PartySignatory[],
  checkCode: string,
) =>
  document.imported
    ? copyImport(db, document.imported, signatories)
    : printSigningCopy(document, signatories, checkCode)
