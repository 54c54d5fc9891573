export {
  bannersFor,
  dismissedBy,
  refreshAnnouncements,
  refreshAnnouncementsRegularly,
} from './banner.ts'
export { eraseDismissals, exportDismissals, onAgreementsAccepted } from './dismissal.ts'
export { announcementRoutes as routes } from './routes.tsx'

import './due.ts'
