import './schema.ts'
import './reminders.ts'

export { onAllSigned } from './compute.ts'
export { nextDates } from './key-date.ts'
export { eraseKeyDates, exportKeyDates } from './personal-data.ts'
export { keyDateRoutes as routes } from './routes.tsx'
export { NextDates } from './views/next-dates.tsx'
