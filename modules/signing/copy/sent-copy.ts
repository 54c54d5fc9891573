import type { Signable } from '#modules/imports/index.ts'
import type { PartySignatory } from '#modules/printing/index.ts'
import type { Db } from '#src/db/db.ts'
import { copyImport } from './import-copy.ts'
import { type CopySeal, printSigningCopy } from './signing-copy.ts'

/**
 * The file to be signed: our own document printed with signature blocks and the check code on each page, or
 * an imported PDF as it is. `seals`: the parties that seal, with the signatory who does.
 */
export const makeSigningCopy = (
  db: Db,
  document: Signable,
  signatories: PartySignatory[],
  checkCode: string,
  seals: CopySeal[] = [],
) =>
  document.imported
    ? copyImport(db, document.imported, signatories, seals)
    : printSigningCopy(document, signatories, { checkCode, seals })
