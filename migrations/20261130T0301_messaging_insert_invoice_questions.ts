import { type Kysely, sql } from 'kysely'

/** Position, then question and answer in Simplified Chinese, Traditional Chinese and English. */
const QUESTIONS = [
  [
    'aEzk',
    [
      '如何申请发票（fapiao）？',
      '在下单页面勾选“付款后开具电子发票”，付款后我们即按所填抬头受理；也可在付款后打开“账户信息 → 订单与发票”，在该订单旁点击“申请发票”。可开电子普通发票或电子专用发票（专票），发票内容为该订单的套餐或服务。开票抬头保存后，下次自动填入。发票开具后会以邮件和消息通知，可下载 PDF、OFD 或 XML 文件。以美元付款的订单提供收据。财务同事无需是管理员：由管理员在“账户信息 → 成员”中授予“管理团队全部订单和发票”即可。',
    ],
    [
      '如何申請發票（fapiao）？',
      '在訂購頁面勾選開立電子發票，付款後我們即依所填抬頭受理；也可在付款後開啟「帳戶資訊 → 訂單與發票」，在該訂單旁點選「申請發票」。可開立中國大陸的電子普通發票或電子專用發票，品名為該訂單的方案或服務。抬頭儲存後，下次自動帶入。發票開立後會以電子郵件和訊息通知，可下載 PDF、OFD 或 XML 檔案。以美元付款的訂單提供收據。財務同事無須是管理員：由管理員在「帳戶資訊 → 成員」中授予「管理團隊全部訂單和發票」即可。',
    ],
    [
      'How do I get an invoice (fapiao)?',
      'Tick the invoice when you order, and we handle it once you have paid; or open Account Info → Orders and invoices after payment and choose “Request an invoice” beside the order. We issue ordinary and special VAT e-invoices for what was ordered. A title that you keep is filled in the next time. You are notified by email and message when the invoice is issued, and download it as PDF, OFD or XML. Orders paid in US dollars have a receipt. A colleague in finance need not be an administrator: an administrator gives them “Manage all orders and invoices of the team” under Account Info → Members.',
    ],
  ],
  [
    'aEzs',
    [
      '签署前需要实名认证吗？',
      '注册和起草不需要。发起电子签署前，发起人须完成一次授权（以企业或个人名义）。签署人凭邮件或短信验证码签署；发起人可要求签署人先以居民身份证核验实名，部分电子签署服务商也会自行要求实名认证。证件号码只在取得本人同意后处理。',
    ],
    [
      '簽署前需要實名認證嗎？',
      '註冊和草擬不需要。發起電子簽署前，發起人須完成一次授權（以企業或個人名義）。簽署人憑電子郵件或簡訊驗證碼簽署；發起人可要求簽署人先以中國大陸居民身份證核驗實名，部分電子簽署服務商也會自行要求實名認證。證件號碼只在取得本人同意後處理。',
    ],
    [
      'Does signing need a check of the real name?',
      'Not for registering and drafting. Before the first e-signing, the sender completes an authorisation, for a company or as an individual. Signatories sign with a code sent by email or SMS; the sender can require that the name is first checked with a mainland resident identity card, and some e-sign services require such a check themselves. We handle an ID number only with the consent of its holder.',
    ],
  ],
] as const

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  for (const [position, ...texts] of QUESTIONS) {
    const [zh_CN, zh_TW, en_US] = texts.map(([question, answer]) => ({ question, answer }))
    await db
      .insertInto('messaging.faq')
      .values({
        id: sql`gen_random_uuid()`,
        position,
        texts: JSON.stringify({ zh_CN, zh_TW, en_US }),
        updated_at: sql`now()`,
      })
      .execute()
  }
}
