export { downloadName, fileNameOf, sendFile } from './download.ts'
export { type PartySignatory, type PlaceChoice, signsInBlock, withSignatories } from './signatories.ts'
export { printTables, type TablePaper } from './table-paper.ts'
export { outlineByHand, outlineText, type TextOutline } from './text-outline.ts'
export type { CheckMark } from './typeset/check-mark.ts'
export {
  limitPrinting,
  printDocument,
  printPicture,
  printRedline,
  printWord,
  unprintable,
} from './typeset/pdf-worker.ts'
export type { SignaturePlace } from './typeset/typeset.ts'
export { Paper, type SignedParty } from './views/paper.tsx'
export { langOf, Pieces } from './views/pieces.tsx'
export { DRAFT, type Watermark, watermarkOf } from './watermark.ts'
