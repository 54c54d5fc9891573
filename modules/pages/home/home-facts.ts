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

const MAX_SHOWN = 5

/** An item is shown when it ends within this time. */
const SHOWN_BEFORE_END = 7 * DAY
/** The time for a yearly plan. For a monthly plan it would cover the whole month. */
const LONG_PLAN_SHOWN_BEFORE_END = 30 * DAY
const MIN_LONG_PLAN = 60 * DAY
/** The end of a plan is shown for this long, unless the plan is renewed. */
const SHOWN_AFTER_END = 90 * DAY

/** An item that ends: its kind and its end. */
export type Ending = { endsAt: Date } & (
  | { kind: 'signing'; documentId: string; name: string }
  | { kind: 'document'; documentId: string; name: string }
  | { kind: 'uses'; usageKind: UsageKind; unused: number }
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
        tasksOf(db, viewer, 'todo', canSee(db, viewer)).orderBy('entry.id', 'desc').limit(MAX_SHOWN),
      ).as('tasks'),
      jsonObjectFrom(countWaiting(db, viewer)).$notNull().as('waiting'),
      guidedTour.due(db, viewer).$asScalar().$notNull().as('tour'),
      jsonArrayFrom(firstContacts(db, viewer, MAX_SHOWN)).as('contacts'),
      jsonArrayFrom(usedCategories(db, viewer)).as('categories'),
      jsonArrayFrom(expiringSignings(db, viewer, fromNow(SHOWN_BEFORE_END)).limit(MAX_SHOWN)).as('signings'),
      jsonArrayFrom(validity.lapsingDocuments(db, viewer, fromNow(SHOWN_BEFORE_END)).limit(MAX_SHOWN)).as(
        'documents',
      ),
      jsonArrayFrom(expiringUses(db, viewer, fromNow(SHOWN_BEFORE_END)).limit(MAX_SHOWN)).as('uses'),
      jsonObjectFrom(
        planEndingWithin(db, viewer, { from: ago(SHOWN_AFTER_END), to: fromNow(LONG_PLAN_SHOWN_BEFORE_END) }),
      ).as('plan'),
    ])
    .executeTakeFirstOrThrow()
  const datedTasks = tasks.map(({ due_at, ...task }) => ({ ...task, due_at: due_at && new Date(due_at) }))
  const lastPlan = plan && { name: plan.package, endsAt: new Date(plan.package_ends_at!) }
  const planLength = plan?.package_started_at ? +lastPlan!.endsAt - +new Date(plan.package_started_at) : 0
  const endsSoon =
    lastPlan &&
    lastPlan.endsAt < fromNow(planLength > MIN_LONG_PLAN ? LONG_PLAN_SHOWN_BEFORE_END : SHOWN_BEFORE_END)
  const endingPlan = endsSoon && lastPlan.endsAt > now() ? lastPlan : null
  return {
    tasks: datedTasks,
    waiting,
    contacts,
    categories,
    tour,
    endings: endingsOf(viewer, { ...endings, plan: endingPlan }),
    ended: isDrafter(viewer) && lastPlan && !endingPlan ? lastPlan : null,
  }
}

export type HomeFacts = Awaited<ReturnType<typeof findHome>>

interface HomeRow {
  signings: { document_id: string; document_name: string; expires_at: Date | string }[]
  documents: { id: string; name: string; valid_until: Date | string | null }[]
  uses: { kind: UsageKind; expires_at: Date | string | null; unused: number }[]
  plan: { name: PackageCode; endsAt: Date } | null
}

const isDrafter = ({ permissions }: Viewer) => permissions.includes('document.create')

/** The next endings; uses and plan are shown to drafters only. */
function endingsOf(viewer: Viewer, { signings, documents, uses, plan }: HomeRow): Ending[] {
  const mayDraft = isDrafter(viewer)
  const endings: Ending[] = [
    ...signings.map(({ document_id, document_name, expires_at }) => ({
      kind: 'signing' as const,
      endsAt: new Date(expires_at),
      documentId: document_id,
      name: document_name,
    })),
    ...(mayDraft ? documents : []).map(({ id, name, valid_until }) => ({
      kind: 'document' as const,
      endsAt: new Date(valid_until!),
      documentId: id,
      name,
    })),
    ...(mayDraft ? uses : []).map(({ kind, expires_at, unused }) => ({
      kind: 'uses' as const,
      endsAt: new Date(expires_at!),
      usageKind: kind,
      unused,
    })),
    ...(mayDraft && plan ? [{ kind: 'package' as const, ...plan }] : []),
  ]
  return endings.toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime()).slice(0, MAX_SHOWN)
}
