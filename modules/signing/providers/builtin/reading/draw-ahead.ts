import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { pagePicture } from '#src/pdf/pictures.ts'
import { latestRevision, revisionToDraw } from '../../../revisions.ts'
import type { Turn } from '../signer-link.ts'

/**
 * Draws the first pages of an imported PDF while its reader waits for a mailed code. Runs in the background;
 * an error appears when the page is opened.
 */
export function drawAhead(db: Db, { signing_id, imported_pages }: Turn): void {
  if (imported_pages === null) return
  drawFirstPage(db, signing_id).catch((error) =>
    log.info({ event: 'pictures', signingId: signing_id, error: String(error) }, 'no page drawn ahead'),
  )
}

async function drawFirstPage(db: Db, signingId: string) {
  const file = revisionToDraw(db, await latestRevision(db, signingId))
  for (const width of [700, 1000] as const) await pagePicture(file, 1, width)
}
