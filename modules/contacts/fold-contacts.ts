import type { Db } from '#src/db/db.ts'
import { wordsOf } from '#src/db/grams.ts'
import { job } from '#src/jobs/jobs.ts'

const BATCH_SIZE = 200

/**
 * Runs every five minutes: folds the words of contacts that an earlier release stored unfolded. Until they
 * are folded, the search compares the unfolded words.
 */
export const foldContacts = job('fold-contacts', async (db) => {
  while ((await foldBatch(db)) === BATCH_SIZE);
})

async function foldBatch(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('contacts.contact')
    .select(['id', 'words'])
    .where('folded', '=', false)
    .limit(BATCH_SIZE)
    .execute()
  for (const { id, words } of rows)
    await db
      .updateTable('contacts.contact')
      .set({ words: wordsOf(words), folded: true })
      .where('id', '=', id)
      .where('words', '=', words)
      .execute()
  return rows.length
}
