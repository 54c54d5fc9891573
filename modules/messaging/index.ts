import './inbox/digest.ts'
import './inbox/due-reminders.ts'

export { eraseFeedback, exportFeedback } from './feedback.ts'
export { countWaiting, MOST_WAITING } from './inbox/count.ts'
export { eraseInbox, exportInbox, forgetDocuments, inboxOf } from './inbox/inbox.ts'
export {
  hearChat,
  hearConsultation,
  hearEnding,
  hearHeldUp,
  hearMember,
  hearSignature,
  hearTurn,
} from './inbox/listeners.ts'
export { hearOrder, hearPlan, hearPlanEnding } from './inbox/order-listeners.ts'
export {
  hearReopened,
  hearReviewAnswered,
  hearReviewAsked,
  hearReviewEnded,
} from './inbox/review-listeners.ts'
export { lapseTasks, startsBy } from './inbox/task.ts'
export { listTasks, readTaskFilter, tasksOf } from './inbox/task-list.ts'
export { StartForm, TasksPage } from './inbox/views/tasks-page.tsx'
export { messagingRoutes as routes } from './routes.tsx'
