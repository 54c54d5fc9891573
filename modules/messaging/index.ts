import './inbox/digest.ts'
import './inbox/due-reminders.ts'

export { eraseFeedback, exportFeedback } from './feedback.ts'
export { countWaiting, MAX_WAITING } from './inbox/count.ts'
export { deleteDocumentItems, eraseInbox, exportInbox, inboxOf } from './inbox/inbox.ts'
export {
  onChatUnread,
  onConsultationProgress,
  onHandOver,
  onInvitationFailed,
  onMemberJoined,
  onRealNameFailed,
  onSeatsUsed,
  onSignature,
  onSigningEnded,
  onSigningExtended,
  onSigningHeldUp,
  onSigningQuestion,
  onSigningStep,
} from './inbox/listeners.ts'
export { sendMessage } from './inbox/message.ts'
export { choiceLink } from './inbox/message-mail.ts'
export { onAuthorisationNews, onOrderProgress, onPlanEnding, onPlanOpened } from './inbox/order-listeners.ts'
export {
  onReviewAnswered,
  onReviewEnded,
  onReviewReopened,
  onReviewRequested,
} from './inbox/review-listeners.ts'
export { lapseTasks, registerStarter as startsBy } from './inbox/task.ts'
export { listTasks, readTaskFilter, tasksOf } from './inbox/task-list.ts'
export { StartForm, TasksPage } from './inbox/views/tasks-page.tsx'
export { messagingRoutes as routes } from './routes.tsx'
