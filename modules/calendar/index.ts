import './overdue-mail.ts'

export { calendarRoutes as routes } from './routes.tsx'
