export { addNote, answerFeedback, setOwner } from './desk-feedback.ts'
export { eraseFeedback, exportFeedback, keepFeedback } from './feedback.ts'
export { countWaiting, MOST_WAITING } from './inbox/count.ts'
export { sendDigests } from './inbox/digest.ts'
export { remindOfDue } from './inbox/due-reminders.ts'
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
export { markAsRead } from './inbox/message.ts'
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
