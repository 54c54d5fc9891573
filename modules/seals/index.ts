export { readDesign } from './design/design.ts'
export { svgOf } from './design/svg.ts'
export type { SealDesign } from './design/texts.ts'
export { figureOf, type SealFigure, sizeOf } from './figure.ts'
export { cutPicture } from './picture/picture.ts'
export { sealRoutes as routes } from './routes.tsx'
export type { SealLook } from './schema.ts'
export {
  eraseSeals,
  eraseSealUses,
  findSeal,
  type ListedSeal,
  listUsableSeals,
  logSealUse,
  type SealPicture,
} from './seal.ts'
