import { type Kysely, sql } from 'kysely'

/** Sentences of the first answers on signing, and what is true since signatories can be reached by phone. */
const CHANGES = [
  [
    '每人依次收到邮件链接，用验证码确认，阅读文档，手写或键入签名。',
    '轮到谁，谁就收到邮件或短信链接，用验证码确认，阅读文档，手写、键入签名，或者上传签名图片。',
  ],
  [
    '每人依序收到郵件連結，用驗證碼確認，閱讀文件，手寫或鍵入簽名。',
    '輪到誰，誰就收到郵件或簡訊連結，用驗證碼確認，閱讀文件，手寫、鍵入簽名，或者上傳簽名圖片。',
  ],
  [
    'Each gets a link by email, confirms by a code, reads the document and draws or types a signature.',
    'Each gets a link by email or text message when it is their turn, confirms by a code, reads the document and draws, types or uploads a signature.',
  ],
  ['签署人有邮箱和浏览器即可，手机也行。', '签署人有邮箱或手机号，以及浏览器即可。'],
  ['簽署人有電子信箱和瀏覽器即可，手機也行。', '簽署人有電子信箱或手機號碼，以及瀏覽器即可。'],
  [
    'A signatory needs an email address and a browser; a phone will do.',
    'A signatory needs an email address or a mobile number, and a browser.',
  ],
] as const

/** Answers that staff have written themselves stay as they are. */
export async function up(db: Kysely<unknown>) {
  for (const [before, after] of CHANGES)
    await sql`update messaging.faq set texts = replace(texts::text, ${before}, ${after})::jsonb
      where position(${before} in texts::text) > 0`.execute(db)
}
