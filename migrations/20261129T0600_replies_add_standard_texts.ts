import { type Kysely, sql } from 'kysely'

const TEXTS = [
  {
    name: '问候',
    zh_CN: '您好，感谢您的留言。请问有什么可以帮您？',
    zh_TW: '您好，感謝您的留言。請問有什麼可以協助您？',
    en_US: 'Hello, thank you for writing to us. How can we help you?',
  },
  {
    name: '核查中',
    zh_CN: '我们正在核查您反映的情况，有进展会立即在此回复您。',
    zh_TW: '我們正在查證您反映的情況，一有進展會立即在此回覆您。',
    en_US: 'We are looking into this and will write to you here as soon as we know more.',
  },
  {
    name: '询问详情',
    zh_CN: '请告诉我们文档的名称，以及您在屏幕上看到的内容，以便我们查找原因。',
    zh_TW: '請告訴我們文件的名稱，以及您在螢幕上看到的內容，以便我們找出原因。',
    en_US: 'Could you tell us the name of the document and what you saw on the screen?',
  },
  {
    name: '结束语',
    zh_CN: '很高兴问题已经解决。如有其他问题，欢迎随时在此留言。',
    zh_TW: '很高興問題已經解決。如有其他問題，歡迎隨時在此留言。',
    en_US: 'Glad that it is settled. If anything else comes up, write to us here at any time.',
  },
]

/** Saved replies replace the fixed answers of the chat, which become the first of them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('replies.reply')
    .alterColumn('updated_by', (column) => column.dropNotNull())
    .execute()
  for (const { name, ...texts } of TEXTS)
    await sql`insert into replies.reply (id, name, texts, updated_at)
      values (gen_random_uuid(), ${name}, ${JSON.stringify(texts)}::jsonb, now())
      on conflict do nothing`.execute(db)
}
