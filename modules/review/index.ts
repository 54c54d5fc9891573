export { eraseReviewer, eraseReviews } from './erasure.ts'
export { reviewsWith } from './exchanged.ts'
export { exportComments } from './export.ts'
export { nameSigners } from './inviting/reviewer.ts'
export { announceReviewsAt, linkToReturned, linkToReview } from './inviting/reviewer-change.ts'
export { countOpenComments } from './reading/comment.ts'
export {
  type BackToDraftReason as DoneAtDraft,
  DraftAgain,
  readBackToDraftReason as doneAtDraft,
} from './reading/views/done-at-draft.tsx'
export { reviewRoutes as routes } from './routes.tsx'
