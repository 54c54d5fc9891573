import { type Kysely, sql } from 'kysely'

/**
 * In nine templates the law lets nobody choose, and signatories get a link to the file. An answer that staff
 * have changed stays.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  const changes = {
    zh_CN: [
      '合同里会写明：每个模板都有关于文本效力的条款，由您选择。起草时，两种文本中不一致的数字和日期会被标出。',
      '合同里会写明：每个模板都有关于文本效力的条款。法律允许选择的，由您选择；劳动用工和公司治理文件以中文文本为准。起草时，两种文本中不一致的数字和日期会被标出。',
    ],
    zh_TW: [
      '合約裡會寫明：每個範本都有關於文本效力的條款，由您選擇。起草時，兩種文本中不一致的數字和日期會被標出。',
      '合約裡會寫明：每個範本都有關於文本效力的條款。法律允許選擇的，由您選擇；勞動用工和公司治理文件以中文文本為準。起草時，兩種文本中不一致的數字和日期會被標出。',
    ],
    en_US: [
      'The contract says so itself: each template has a clause on the prevailing language, and you choose. While you draft, the editor marks numbers and dates that differ between the two texts.',
      'The contract says so itself: each template has a clause on the prevailing language. Where the law leaves it open, you choose; in employment and company papers the Chinese text prevails. While you draft, the editor marks numbers and dates that differ between the two texts.',
    ],
  }
  const links = [
    ['全部签完后，各方收到完整文件。', '全部签完后，各方收到完整文件的链接。'],
    ['全部簽完後，各方收到完整檔案。', '全部簽完後，各方收到完整檔案的連結。'],
    [
      'When all have signed, everybody receives the whole file.',
      'When all have signed, everybody gets a link to the whole file.',
    ],
  ]
  for (const [locale, [from, to]] of Object.entries(changes))
    await sql`
      update messaging.faq
      set texts = jsonb_set(texts::jsonb, array[${locale}, 'answer'], to_jsonb(${to}::text)), updated_at = now()
      where texts::jsonb #>> array[${locale}, 'answer'] = ${from}`.execute(db)
  for (const [before, after] of links)
    await sql`
      update messaging.faq
      set texts = replace(texts::text, ${before}, ${after})::jsonb, updated_at = now()
      where position(${before} in texts::text) > 0`.execute(db)
}
