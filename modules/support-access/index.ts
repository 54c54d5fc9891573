import './closing.ts'

export { type AccessFact, accessOf, keepReadOnly } from './mode.ts'
export { eraseAccesses, exportAccesses } from './personal-data.ts'
export { supportAccessRoutes as routes } from './routes.tsx'
