import { type Expression, sql } from 'kysely'
import { isStaff } from '#modules/accounts/index.ts'
import { agentOnline } from '#modules/chat/index.ts'
import { inboxOf } from '#modules/messaging/index.ts'
import { calendarMissing } from '#src/calendar/calendar.ts'
import { queueStates } from '#src/calendar/queue.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { stuckJobs } from '#src/jobs/dead-letters.ts'
import { filesDamaged } from '#src/jobs/stored-file.ts'
import type { Inbox } from '#src/live/inbox.ts'

/** The items that an open page shows, as columns of the query that finds the viewer. */
export const waitingFor = (accountId: Expression<string>) =>
  sql<Required<Inbox>>`${inboxOf(accountId)}::jsonb ||
    jsonb_build_object('agentOnline', ${agentOnline()}, 'hasDamagedFiles', ${filesDamaged()}) ||
    case when ${isStaff(accountId)} then
      jsonb_build_object('stuckJobs', ${stuckJobs()}, 'queues', ${queueStates()},
        'calendarMissing', ${calendarMissing()})
      else '{"stuckJobs": 0, "queues": {}, "calendarMissing": false}' end`

/** The items that the viewer may see; the state of the product is for staff only. */
export function waitsForViewer({ permissions }: Viewer, waiting: Required<Inbox>): Inbox {
  const { hasDamagedFiles, stuckJobs, queues, calendarMissing, ...inbox } = waiting
  return permissions.includes('desk.enter') ? waiting : inbox
}

/** The items of visitors who are not logged in. */
export const NOTHING_WAITS: Inbox = { hasPendingTask: false, hasUnreadNews: false, agentOnline: false }
