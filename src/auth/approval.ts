import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import type { Permission, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { ApprovalFact, ApprovalKind } from '#src/db/platform-schema.ts'
import { notifyLive } from '#src/live/notify.ts'

/** A member of staff whose action a colleague has approved; the staff log names both. */
export type StaffViewer = Viewer & { approvedBy?: string }

export interface ApprovedForm {
  subjectId: string
  /** The submitted form, validated again. */
  form: Record<string, string>
}

interface Approvable {
  /** The permission required to approve it. */
  permission: Permission
  /**
   * Carries out the request in the transaction of the approval. Returns what must be done after the commit,
   * or null. Throws an AppError if the request is no longer possible.
   */
  apply: (trx: Db, viewer: StaffViewer, approved: ApprovedForm) => Promise<((db: Db) => unknown) | null>
}

const approvables = new Map<ApprovalKind, Approvable>()

/** Registers how an approved request of a kind is carried out. */
export function onApproval(kind: ApprovalKind, approvable: Approvable) {
  approvables.set(kind, approvable)
}

export const approvableOf = (kind: ApprovalKind): Approvable => approvables.get(kind)!

/** Whether a second member of staff has to approve. `amount`: in fen, for actions that move money. */
export const needsApproval = (amount?: bigint): boolean =>
  config.fourEyesFrom !== null && (amount === undefined || amount >= config.fourEyesFrom)

export interface ApprovalRequest {
  kind: ApprovalKind
  subjectId: string
  accountId: string | null
  path: string
  form: Record<string, string>
  facts: ApprovalFact[]
  reason: string
}

/** The open request about a subject, if any. */
export const findOpenApproval = (db: Db, kind: ApprovalKind, subjectId: string) =>
  db
    .selectFrom('platform.approval')
    .select(['id', 'form'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** The values of a form, without the key of the page that sent it. */
const valuesOf = ({ key: _, ...form }: Record<string, string>) =>
  JSON.stringify(Object.entries(form).toSorted())

/**
 * Stores a request for approval; returns the path of its page. If there is already an open request about the
 * subject, that one remains; if its values differ, the page reports it.
 */
export async function requestApproval(db: Db, viewer: Viewer, request: ApprovalRequest): Promise<string> {
  const id = newId()
  return db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('platform.approval')
      .values({
        id,
        kind: request.kind,
        subject_id: request.subjectId,
        account_id: request.accountId,
        path: request.path,
        form: JSON.stringify(request.form),
        facts: JSON.stringify(request.facts),
        reason: request.reason,
        state: 'open',
        requested_by: viewer.id,
        requested_at: now(),
        decided_by: null,
        decided_at: null,
      })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    await notifyLive(trx, ['desk'], 'todo')
    if (added.numInsertedOrUpdatedRows) return `/desk/approvals/${id}?done=requested`
    const openRequest = (await findOpenApproval(trx, request.kind, request.subjectId))!
    const isSame = valuesOf(openRequest.form) === valuesOf(request.form)
    return `/desk/approvals/${openRequest.id}?done=${isSame ? 'requested' : 'waits'}`
  })
}
