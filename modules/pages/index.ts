export { LinkedDocumentCard } from './linked-document.tsx'
export { pageRoutes as routes } from './routes.tsx'
