import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { tour as guidedTour, planEndingWithin } from '#modules/accounts/index.ts'
import { firstContacts } from '#modules/contacts/index.ts'
import { canSee, usedCategories, validity } from '#modules/documents/index.ts'
import { countWaiting, tasksOf } from '#modules/messaging/index.ts'
import { expiringUses, type UsageKind } from '#modules/orders/index.ts'
import { expiringSignings } from '#modules/signing/index.ts'
import { ago, DAY, fromNow, now } from '#src/core/clock.ts'
import type { PackageCode, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

const SHOWN = 5

/** An item is shown when it ends within this time. */
const SOON = 7 * DAY
/** The time for a yearly plan. For a monthly plan it would cover the whole month. */
const SOON_OF_PACKAGE = 30 * DAY
const LONG_TERM = 60 * DAY
/** The end of a plan is shown for this long, unless the plan is renewed. */
const ENDED_SHOWN = 90 * DAY

/** An item that ends: its kind and its end. */
export type Ending = { at: Date } & (
  | { kind: 'signing'; documentId: string; name: string }
  | { kind: 'document'; documentId: string; name: string }
  | { kind: 'uses'; of: UsageKind; unused: number }
  | { kind: 'package'; name: PackageCode }
)

/**
 * The data of the home page in one query: waiting tasks, latest first; the first contacts; what ends soon;
 * the plan if it has ended; the categories of the viewer's documents.
 */
export async function findHome(db: Db, viewer: Viewer) {
  const { tasks, waiting, contacts, categories, tour, plan, ...endings } = await db
    .selectNoFrom([
      jsonArrayFrom(
        tasksOf(db, viewer, 'todo', canSee(db, viewer)).orderBy('entry.id', 'desc').limit(SHOWN),
      ).as('tasks'),
      jsonObjectFrom(countWaiting(db, viewer)).$notNull().as('waiting'),
      guidedTour.due(db, viewer).$asScalar().$notNull().as('tour'),
      jsonArrayFrom(firstContacts(db, viewer, SHOWN)).as('contacts'),
      jsonArrayFrom(usedCategories(db, viewer)).as('categories'),
      jsonArrayFrom(expiringSignings(db, viewer, fromNow(SOON)).limit(SHOWN)).as('signings'),
      jsonArrayFrom(validity.lapsingDocuments(db, viewer, fromNow(SOON)).limit(SHOWN)).as('documents'),
      jsonArrayFrom(expiringUses(db, viewer, fromNow(SOON)).limit(SHOWN)).as('uses'),
      jsonObjectFrom(
        planEndingWithin(db, viewer, { from: ago(ENDED_SHOWN), to: fromNow(SOON_OF_PACKAGE) }),
      ).as('plan'),
    ])
    .executeTakeFirstOrThrow()
  const dated = tasks.map(({ due_at, ...task }) => ({ ...task, due_at: due_at && new Date(due_at) }))
  const team = plan && { name: plan.package, at: new Date(plan.package_ends_at!) }
  const term = plan?.package_started_at ? +team!.at - +new Date(plan.package_started_at) : 0
  const isSoon = team && team.at < fromNow(term > LONG_TERM ? SOON_OF_PACKAGE : SOON)
  const ends = isSoon && team.at > now() ? team : null
  return {
    tasks: dated,
    waiting,
    contacts,
    categories,
    tour,
    endings: endingsOf(viewer, { ...endings, plan: ends }),
    ended: isDrafter(viewer) && team && !ends ? team : null,
  }
}

export type HomeFacts = Awaited<ReturnType<typeof findHome>>

interface HomeRow {
  signings: { document_id: string; document_name: string; expires_at: Date | string }[]
  documents: { id: string; name: string; valid_until: Date | string | null }[]
  uses: { kind: UsageKind; expires_at: Date | string | null; unused: number }[]
  plan: { name: PackageCode; at: Date } | null
}

const isDrafter = ({ permissions }: Viewer) => permissions.includes('document.create')

/** The next endings; uses and plan are shown to drafters only. */
function endingsOf(viewer: Viewer, { signings, documents, uses, plan }: HomeRow): Ending[] {
  const drafts = isDrafter(viewer)
  const all: Ending[] = [
    ...signings.map(({ document_id, document_name, expires_at }) => ({
      kind: 'signing' as const,
      at: new Date(expires_at),
      documentId: document_id,
      name: document_name,
    })),
    ...(drafts ? documents : []).map(({ id, name, valid_until }) => ({
      kind: 'document' as const,
      at: new Date(valid_until!),
      documentId: id,
      name,
    })),
    ...(drafts ? uses : []).map(({ kind, expires_at, unused }) => ({
      kind: 'uses' as const,
      at: new Date(expires_at!),
      of: kind,
      unused,
    })),
    ...(drafts && plan ? [{ kind: 'package' as const, ...plan }] : []),
  ]
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime()).slice(0, SHOWN)
}
