import { copyImport } from '../imports/import-copy.ts'
import type { Signable } from '../imports/signable.ts'
import type { PartySignatory } from './signatories.ts'
import { printSigningCopy } from './signing-copy.ts'

/** What is sent out to be signed: a document of ours printed with blocks, an imported PDF as it came. */
export const makeSigningCopy = (document: Signable, signatories: PartySignatory[]) =>
  document.imported
    ? copyImport(document.id, document.imported, signatories)
    : printSigningCopy(document, signatories)
