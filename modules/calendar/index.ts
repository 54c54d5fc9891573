export { calendarRoutes as routes } from './routes.tsx'
