import { answerPoint, beginChecklist } from '#modules/checklists/checklist.ts'
import { addKeyDate } from '#modules/key-dates/key-date.ts'
import { dayAhead } from '#src/core/day.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** Adds a key date and a checklist to a supplier's imported PDF. */
export async function watchImported(db: Db, viewer: Viewer, documentId: string) {
  const expiry = {
    label: '价目表有效期届满 Prices expire',
    day: dayAhead(45),
    kind: 'end',
    remind: 21,
  } as const
  await addKeyDate(db, viewer, documentId, expiry)
  await beginChecklist(db, viewer, documentId, 'service-agreement')
  for (const fields of ANSWERS) await answerPoint(db, viewer, documentId, fields)
}

const ANSWERS = [
  { point: 'term', verdict: 'negotiate', note: '价格只保证到年底，我方需要一年。' },
  { point: 'testing', verdict: 'missing', note: '' },
  { point: 'secrecy', verdict: 'missing', note: '另签保密协议即可。' },
  { point: 'payment', verdict: 'ok', note: '' },
] as const
