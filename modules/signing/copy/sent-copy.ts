import { documentLogo } from '#modules/brand/index.ts'
import type { Signable } from '#modules/imports/index.ts'
import type { PartySignatory } from '#modules/printing/index.ts'
import type { Db } from '#src/db/db.ts'
import { copyImport } from './import-copy.ts'
import { type CopySeal, printSigningCopy } from './signing-copy.ts'

/**
 * The file to be signed. Our own document is printed with signature blocks and the check code on each page;
 * an imported PDF stays unchanged. `seals` lists the sealing parties, each with the signatory who seals.
 */
export async function makeSigningCopy(
  db: Db,
  document: Signable,
  signatories: PartySignatory[],
  checkCode: string,
  seals: CopySeal[] = [],
) {
  if (document.imported) return copyImport(db, document.imported, signatories, seals)
  const logo = await documentLogo(db, document)
  return printSigningCopy(document, signatories, { checkCode, seals, logo })
}
