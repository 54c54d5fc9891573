import './closing.ts'

export { accessOf, type ViewerAccesses } from './mode.ts'
export { eraseAccesses, exportAccesses } from './personal-data.ts'
export { supportAccessRoutes as routes } from './routes.tsx'
export { showPages } from './show-pages.tsx'
