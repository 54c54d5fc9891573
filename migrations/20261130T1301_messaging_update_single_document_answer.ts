import { type Kysely, sql } from 'kysely'

/** What ends after 31 days: a document bought singly is still read and downloaded afterwards. */
const CHANGES = [
  ['自购买起 31 天内可打开、编辑和定稿。', '自购买起 31 天内可编辑、送审和定稿，期满后仍可查看和下载。'],
  ['自購買起 31 天內可開啟、編輯和定稿。', '自購買起 31 天內可編輯、送審和定稿，期滿後仍可檢視和下載。'],
  [
    '31 days from the purchase: you can open, edit and finalise it.',
    'You can edit it, have it reviewed and finalise it for 31 days from the purchase; afterwards you can still read and download it.',
  ],
] as const

/** Answers that staff have written themselves stay as they are. */
export async function up(db: Kysely<unknown>) {
  for (const [before, after] of CHANGES)
    await sql`update messaging.faq set texts = replace(texts::text, ${before}, ${after})::jsonb
      where position(${before} in texts::text) > 0`.execute(db)
}
