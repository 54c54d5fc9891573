import { type Kysely, sql } from 'kysely'

/** Question and answer in Simplified Chinese, Traditional Chinese and English, in their order. */
const TEXTS = [
  [
    '可以使用哪些浏览器？',
    'Chrome、Edge 以及基于 Chromium 的浏览器（如 360、QQ 浏览器）109 或以上版本，Safari 16.4 或以上版本，Firefox 115 或以上版本；手机上包括微信内置浏览器。版本过低时，编辑器可能停止运行：页面会提示，已填写的内容留存在该浏览器中。更新浏览器后重新打开文档即可。',
  ],
  [
    '可以使用哪些瀏覽器？',
    'Chrome、Edge 及其他以 Chromium 為基礎的瀏覽器 109 或以上版本，Safari 16.4 或以上版本，Firefox 115 或以上版本；手機上也包括 LINE 和微信的內建瀏覽器。版本過舊時，編輯器可能停止運作：頁面會提示，已填寫的內容留存在該瀏覽器中。更新瀏覽器後重新開啟文件即可。',
  ],
  [
    'Which browsers can I use?',
    'Chrome, Edge and other browsers built on Chromium from version 109, Safari from 16.4 and Firefox from 115, on computers and phones. An older browser may stop the editor: the page then says so, and what you typed stays in that browser. Update the browser and open the document again.',
  ],
] as const

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  const [zh_CN, zh_TW, en_US] = TEXTS.map(([question, answer]) => ({ question, answer }))
  await db
    .insertInto('messaging.faq')
    .values({
      id: sql`gen_random_uuid()`,
      // The last one.
      position: 'aEzV',
      texts: JSON.stringify({ zh_CN, zh_TW, en_US }),
      updated_at: sql`now()`,
    })
    .execute()
}
