import { type Expression, sql } from 'kysely'
import { isStaff } from '#modules/accounts/index.ts'
import { agentOnline } from '#modules/chat/index.ts'
import { inboxOf } from '#modules/messaging/index.ts'
import { calendarMissing } from '#src/calendar/calendar.ts'
import { queueStates } from '#src/calendar/queue.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { stuckJobs } from '#src/jobs/dead-letters.ts'
import { filesDamaged } from '#src/jobs/stored-file.ts'
import type { Inbox } from '#src/live/inbox.ts'

/** The items that an open page of a customer shows, as columns of the query that finds the viewer. */
export const waitingForCustomer = (accountId: Expression<string>) =>
  sql<Inbox>`${inboxOf(accountId)}::jsonb || jsonb_build_object('agentOnline', ${agentOnline()})`

/** The items that any open page shows; for staff also those of the desk, which cost four times as much. */
export const waitingFor = (accountId: Expression<string>) =>
  sql<Inbox>`${waitingForCustomer(accountId)} ||
    case when ${isStaff(accountId)} then
      jsonb_build_object('hasDamagedFiles', ${filesDamaged()}, 'stuckJobs', ${stuckJobs()},
        'queues', ${queueStates()}, 'calendarMissing', ${calendarMissing()})
      else '{}' end`

/** The items that a page outside the desk shows to staff, whose menu is the desk's. */
export async function findWaiting(db: Db, viewer: Viewer): Promise<Inbox> {
  const columns = waitingFor(sql`${viewer.id}::uuid`).as('waiting')
  return (await db.selectNoFrom(columns).executeTakeFirstOrThrow()).waiting
}

/** The items that the viewer may see; the state of the product is for staff only. */
export function waitsForViewer({ permissions }: Viewer, waiting: Inbox): Inbox {
  const { hasDamagedFiles, stuckJobs, queues, calendarMissing, ...inbox } = waiting
  return permissions.includes('desk.enter') ? waiting : inbox
}

/** The items of visitors who are not logged in. */
export const NOTHING_WAITS: Inbox = { hasPendingTask: false, hasUnreadNews: false, agentOnline: false }
