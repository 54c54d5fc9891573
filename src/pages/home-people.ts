import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { firstContacts } from '#modules/contacts/index.ts'
import { sees } from '#modules/documents/index.ts'
import { tasksOf } from '#modules/messaging/index.ts'
import type { Db } from '#src/app/database.ts'
import type { Viewer } from '#src/core/viewer.ts'

const SHOWN = 5

/** What waits for the viewer, the latest first, and the first of the team's contacts. One query. */
export async function findPeople(db: Db, viewer: Viewer) {
  const { tasks, contacts } = await db
    .selectNoFrom([
      jsonArrayFrom(
        tasksOf(db, viewer, 'todo', sees(db, viewer)).orderBy('entry.id', 'desc').limit(SHOWN),
      ).as('tasks'),
      jsonArrayFrom(firstContacts(db, viewer, SHOWN)).as('contacts'),
    ])
    .executeTakeFirstOrThrow()
  const dated = tasks.map(({ due_at, ...task }) => ({ ...task, due_at: due_at && new Date(due_at) }))
  return { tasks: dated, contacts }
}

export type People = Awaited<ReturnType<typeof findPeople>>
