import { type Queue, workItems } from '#src/calendar/queue.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Values } from '#src/http/body.ts'
import { changeOwner, findWorkItem, type OwnerOutcome, type OwnerRequest } from './ownership.ts'

export const BULK_ACTIONS = ['take', 'release', 'handOver', 'close'] as const
export type BulkActionName = (typeof BULK_ACTIONS)[number]

/** The maximum number of selected entries; no list shows as many on one page. */
const MAX_ENTRIES = 100

export interface Selection {
  action: string
  ids: string[]
  /** The colleague to whom the entries are handed over. */
  colleagueId: string
  ground: string
  /** A note for the colleague. */
  note: string
  /** Whether the form has already asked for a colleague or a reason. */
  detailsRequested: boolean
  /** The query string of the list on which the entries were selected. */
  filter: string
}

const CHECKBOX_PREFIX = 'item-'

/** Every checkbox has its own name, because form data keeps only one value per name. */
export function readSelection({
  step: action = '',
  to = '',
  ground = '',
  note = '',
  asked,
  filter = '',
  ...otherValues
}: Values): Selection {
  const names = Object.keys(otherValues).filter((name) => name.startsWith(CHECKBOX_PREFIX))
  const ids = names.map((name) => name.slice(CHECKBOX_PREFIX.length)).slice(0, MAX_ENTRIES)
  return {
    action,
    ids,
    colleagueId: to,
    ground: ground.trim().slice(0, 500),
    note: note.trim(),
    detailsRequested: asked !== undefined,
    filter,
  }
}

export interface BulkResult {
  id: string
  label: string
  outcome: OwnerOutcome | 'notPossible'
  ownerName: string | null
}

/** Processes each entry in its own transaction, so that one failure does not affect the other entries. */
export async function workSelection(
  db: Db,
  viewer: Viewer,
  queue: Queue,
  { action, ids, colleagueId, ground, note }: Selection & { action: BulkActionName },
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const id of ids) {
    const result =
      action === 'close'
        ? await closeEntry(db, viewer, queue, id, ground)
        : await moveEntry(db, viewer, queue, id, {
            newOwnerId: ownerAfter(action, viewer, colleagueId),
            note,
          })
    if (result) results.push(result)
  }
  return results
}

const ownerAfter = (action: Exclude<BulkActionName, 'close'>, viewer: Viewer, colleagueId: string) =>
  ({ take: viewer.id, release: null, handOver: colleagueId })[action]

async function moveEntry(db: Db, viewer: Viewer, queue: Queue, id: string, request: OwnerRequest) {
  const { outcome, item } = await changeOwner(db, viewer, queue, id, request)
  return item && { id, label: item.label, outcome, ownerName: item.ownerName }
}

/** Leaves entries of colleagues unchanged. */
async function closeEntry(db: Db, viewer: Viewer, queue: Queue, id: string, ground: string) {
  const item = await findWorkItem(db, viewer, queue, id).catch(nullIfNotFound)
  if (!item) return null
  const { label, ownerName, owner_id, isOpen } = item
  if (!isOpen) return { id, label, ownerName, outcome: 'finished' as const }
  if (owner_id && owner_id !== viewer.id) return { id, label, ownerName, outcome: 'taken' as const }
  const isClosed = await workItems(queue)!.bulk!.close(db, viewer, id, ground)
  return { id, label, ownerName, outcome: isClosed ? ('done' as const) : ('notPossible' as const) }
}

function nullIfNotFound(error: unknown) {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}
