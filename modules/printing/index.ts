export { type PartySignatory, type PlaceChoice, signsInBlock, withSignatories } from './signatories.ts'
export { printTables, type TablePaper } from './table-paper.ts'
export {
  limitPrinting as inPrintTurn,
  printDocument,
  printPicture,
  printRedline,
  printWord,
  unprintable,
} from './typeset/pdf-worker.ts'
export type { SignaturePlace } from './typeset/typeset.ts'
export { Paper, type SignedParty as Signed } from './views/paper.tsx'
export { langOf, Pieces } from './views/pieces.tsx'
export { DRAFT, type Watermark, watermarkOf as markOn } from './watermark.ts'
