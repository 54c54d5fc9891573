import { now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { visibleDocuments } from '../document.ts'
import { isFinal, STATUSES } from '../status.ts'
import { isLapsed, LASTING_PACKAGES, refuseLapsed } from './validity.ts'

/** Documents whose editing period ends before a time, the first to end first. */
const lapsingDocuments = (db: Db, viewer: Viewer, endsBefore: Date) =>
  visibleDocuments(db, viewer)
    .select(['document.id', 'document.name', 'valid_until'])
    .where('valid_until', '>', now())
    .where('valid_until', '<', endsBefore)
    .where('status', 'in', UNFINISHED_STATUSES)
    .$if(LASTING_PACKAGES.includes(viewer.package), (query) => query.where('document.id', 'is', null))
    .orderBy('valid_until')

const UNFINISHED_STATUSES = STATUSES.filter((status) => !isFinal(status))

/** The editing period of a document that was bought singly. */
export const validity = { isLapsed, refuseLapsed, lapsingDocuments }
