import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { belongsTo, type Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findAnnouncement } from './announcement.ts'

/** An announcement that has started and is meant for this reader. Throws NOT_FOUND. */
export async function findPublished(db: Db, viewer: Viewer | null, id: string) {
  const announcement = await findAnnouncement(db, id)
  const { state, starts_at, audience } = announcement
  const hasBegun = state !== 'draft' && state !== 'withdrawn' && starts_at! <= now()
  const isForReader = viewer ? belongsTo(viewer, audience) : audience === 'everybody'
  return hasBegun && isForReader ? announcement : notFound()
}
