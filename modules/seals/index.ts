export { DesignSchema, readDesign } from './design/design.ts'
export { svgOf } from './design/svg.ts'
export { exportSeals } from './export.ts'
export { figureOf, type SealFigure, sizeOf } from './figure.ts'
export { cutPicture, MAX_PICTURE_BYTES } from './picture/picture.ts'
export { sealRoutes as routes } from './routes.tsx'
export type { SealLook } from './schema.ts'
export {
  eraseSeals,
  eraseSealUses,
  findSeal,
  type ListedSeal,
  logSealUse,
  type SealPicture,
  usableSeals,
} from './seal.ts'
export { SizeSchema } from './seal-form.ts'
export { sendSealPicture } from './send-picture.ts'
export { DesignForm } from './views/design-form.tsx'
export { Notice as SealNotice } from './views/notice.tsx'
