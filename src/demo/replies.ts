import { authenticate } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { addReply } from '#modules/replies/reply.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Db } from '#src/db/db.ts'

const REPLIES = [
  {
    name: '致谢并处理中',
    texts: {
      zh_CN:
        '{name}，您好：\n\n感谢您的来信（编号 {number}）。我们正在核查，有结果后会立即答复您。\n\n{staff}',
      zh_TW:
        '{name}，您好：\n\n感謝您的來信（編號 {number}）。我們正在查證，有結果後會立即答覆您。\n\n{staff}',
      en_US:
        'Dear {name},\n\nThank you for writing to us (number {number}). We are looking into it and will answer as soon as we know more.\n\n{staff}',
    },
  },
  {
    name: '发票多久开具',
    texts: {
      zh_CN: '订单 {order} 的发票会在申请后的三个工作日内开具，并发送到您填写的邮箱。',
      zh_TW: '訂單 {order} 的發票會在申請後的三個工作日內開立，並寄到您填寫的電子信箱。',
      en_US:
        'The invoice of order {order} is issued within three working days of your application and sent to the address that you gave.',
    },
  },
  {
    name: '请补充截图',
    texts: {
      zh_CN: '为便于查找原因，请告诉我们文档的名称，并附上屏幕截图。',
      zh_TW: '為便於找出原因，請告訴我們文件的名稱，並附上螢幕截圖。',
      en_US:
        'To find the cause, please tell us the name of the document and send us a picture of the screen.',
    },
  },
]

/** A few prepared texts of the kind that staff write for themselves. */
export async function seedReplies(db: Db) {
  const id = await authenticate(db, 'desk_agent', DEMO_ACCOUNTS[0]!.password)
  const ruo = (await findViewer(db, id))!
  for (const reply of REPLIES) await addReply(db, ruo, reply)
}
