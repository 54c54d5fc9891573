export { signingRoutes } from './routes.tsx'
export type { SignatoryEntry } from './schema.ts'
export { findSetting, keepSetting, signingParties } from './setting.ts'
export { startSigning } from './signing.ts'
