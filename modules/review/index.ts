import './review-operations.ts'

export { eraseReviewer, eraseReviews, eraseTeamReviews } from './erasure.ts'
export { reviewsWith } from './exchanged.ts'
export { exportReviewing, exportReviews } from './export.ts'
export { nameSigners } from './inviting/reviewer.ts'
export { emitReviewsAt, linkToReturned, linkToReview } from './inviting/reviewer-change.ts'
export { countOpenComments } from './reading/comment.ts'
export {
  BackToDraftNotice,
  type BackToDraftReason,
  readBackToDraftReason,
} from './reading/views/done-at-draft.tsx'
export { reviewRoutes as routes } from './routes.tsx'
