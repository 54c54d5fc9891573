import { type Kysely, sql } from 'kysely'

/** How senders authorise the platform. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  const texts = {
    zh_CN: {
      question: '发起签署前，为什么要先授权？',
      answer:
        '发起签署前，发送人须以个人或机构身份授权契书代为发送文档，有效期365天。以个人身份授权，填写证件号码后立即生效；以机构身份授权，由我们核对营业执照后生效。到期前30天、7天和1天我们会提醒您，可在“账户信息 › 签署授权”中续期。没有有效的授权，文档不会发出，也不扣除签署次数。',
    },
    zh_TW: {
      question: '發起簽署前，為什麼要先授權？',
      answer:
        '發起簽署前，傳送人須以個人或機構身分授權契書代為傳送文件，有效期365天。以個人身分授權，填寫證件號碼後立即生效；以機構身分授權，由我們核對營業執照後生效。到期前30天、7天和1天我們會提醒您，可在「帳戶資訊 › 簽署授權」中續期。沒有有效的授權，文件不會送出，也不扣除簽署次數。',
    },
    en_US: {
      question: 'Why must I authorise Qishu before a signing?',
      answer:
        'Before a signing starts, its sender authorises Qishu, as an individual or as an institution, to send documents; this is valid for 365 days. An individual enters the number of an identity document and is authorised at once; an institution once we have compared its business licence. We remind you 30, 7 and 1 day before the end, and you renew it under Account Info › Authorisation. Without a valid authorisation nothing is sent and no use is deducted.',
    },
  }
  await db
    .insertInto('messaging.faq')
    .values({
      id: sql`gen_random_uuid()`,
      // Behind the questions about evidence.
      position: 'aEy',
      texts: JSON.stringify(texts),
      updated_at: sql`now()`,
    })
    .execute()
}
