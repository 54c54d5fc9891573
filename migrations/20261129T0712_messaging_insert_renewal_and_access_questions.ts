import { type Kysely, sql } from 'kysely'

/** Question and answer in Simplified Chinese, Traditional Chinese and English, in their order. */
const FAQS = [
  {
    // Behind the question about single documents.
    position: 'aCz',
    texts: [
      [
        '套餐会自动续费吗？怎样关闭？',
        '只有管理员在“账户信息 › 自动续费”中同意后才会自动续费，且仅限当时同意的套餐、周期和金额上限。每次扣款前至少五个完整日，我们会发邮件和消息提醒。在同一页面点一下即可关闭；关闭后不再扣款，已付款的套餐仍可用至到期日。支付宝支持自动续费，银行转账和 PayPal 不支持。',
      ],
      [
        '方案會自動續費嗎？怎樣關閉？',
        '只有管理員在「帳戶資訊 › 自動續費」中同意後才會自動續費，且僅限當時同意的方案、週期和金額上限。每次扣款前至少五個完整日，我們會寄信並傳送訊息提醒。在同一頁面按一下即可關閉；關閉後不再扣款，已付款的方案仍可用至到期日。支付寶支援自動續費，銀行轉帳和 PayPal 不支援。',
      ],
      [
        'Is a plan renewed automatically, and how do I stop that?',
        'Only after an administrator has agreed to it under Account Info › Automatic renewal, and only for the package, the period and the highest amount agreed. A mail and a message announce each charge at least five whole days before. One button on the same page switches it off; nothing is charged after that, and the plan that you have paid lasts until its end. It is possible with Alipay, not with bank transfer or PayPal.',
      ],
    ],
  },
  {
    // Behind the question about who can read documents.
    position: 'aDz',
    texts: [
      [
        '客服能看到我的页面吗？',
        '只有您同意后才能查看。客服需要查看您的页面时，会说明原因并发送请求；您可在“账户信息 › 登录安全 › 客服查看权限”中同意或拒绝。同意后一小时内，该客服只能查看，不能修改；您可随时结束，并能看到打开过哪些页面。',
      ],
      [
        '客服能看到我的頁面嗎？',
        '只有您同意後才能檢視。客服需要檢視您的頁面時，會說明原因並送出請求；您可在「帳戶資訊 › 登入安全 › 客服檢視權限」中同意或拒絕。同意後一小時內，該客服只能檢視，不能修改；您可隨時結束，並能看到開啟過哪些頁面。',
      ],
      [
        'Can your staff see my pages?',
        'Only if you agree. A member of staff who needs to see them sends you a request with the reason; you allow or refuse it under Account Info › Login security › Access by our staff. For one hour they can then look, and change nothing. You can end it at any time, and see which pages were opened.',
      ],
    ],
  },
] as const

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  const textOf = ([question, answer]: readonly [string, string]) => ({ question, answer })
  const rows = FAQS.map(({ position, texts: [simplified, traditional, english] }) => ({
    id: sql`gen_random_uuid()`,
    position,
    texts: JSON.stringify({
      zh_CN: textOf(simplified),
      zh_TW: textOf(traditional),
      en_US: textOf(english),
    }),
    updated_at: sql`now()`,
  }))
  await db.insertInto('messaging.faq').values(rows).execute()
}
