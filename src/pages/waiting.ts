import { type Expression, sql } from 'kysely'
import { agentOnline } from '#modules/chat/index.ts'
import { inboxOf } from '#modules/messaging/index.ts'
import type { Inbox } from '#src/core/todo.ts'

/** For the query that finds a visitor: all that an open page is told of. */
export const waitingFor = (accountId: Expression<string>) =>
  sql<Inbox>`${inboxOf(accountId)}::jsonb || jsonb_build_object('agentOnline', ${agentOnline()})`

/** For whoever is not logged in. */
export const NOTHING_WAITS: Inbox = { hasPendingTask: false, hasUnreadNews: false, agentOnline: false }
