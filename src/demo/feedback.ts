import { authenticate } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { sendAsCustomer } from '#modules/chat/conversation.ts'
import { answer, listConversations, markSeen } from '#modules/chat/desk-chat.ts'
import { beginAsVisitor } from '#modules/chat/visitor.ts'
import { addNote, answerFeedback } from '#modules/messaging/desk-feedback.ts'
import { storeFeedback } from '#modules/messaging/feedback.ts'
import { takeEntry } from '#modules/pages/desk-work/ownership.ts'
import { HOUR, setClock } from '#src/core/clock.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { draftAnnouncement } from './announcements.ts'
import { samplePicture } from './sample-picture.ts'

/**
 * Creates the demo data of the desk: questions, of which one is answered, conversations, and an
 * announcement.
 */
export async function seedFeedback(db: Db) {
  const today = Date.now()
  const hoursAgo = (hours: number) => setClock(() => new Date(today - hours * HOUR))
  const lin = await viewerOf(db, 'demo_admin')
  const hannah = await viewerOf(db, 'demo_free')
  const ruo = await viewerOf(db, 'desk_agent')
  hoursAgo(70)
  const sealQuestion = await ask(
    db,
    lin,
    'zh_CN',
    '签署完成后，公司公章应当盖在哪一页？电子签署的文件还需要再盖章吗？',
  )
  hoursAgo(66)
  await answerFeedback(
    db,
    ruo,
    sealQuestion,
    '您好：\n\n电子签署完成后，签署页已载明各签署人的姓名和签署时间，文件末尾的数字签名可供验证，依《电子签名法》第十四条与手写签名或者盖章具有同等的法律效力，无需再行盖章。\n\n如对方要求纸质盖章件，可下载定稿 PDF 打印后在签署页加盖公章。',
  )
  hoursAgo(26)
  const numberQuestion = await ask(db, lin, 'zh_CN', '能否按我们公司的规则给文档自动编号？')
  hoursAgo(20)
  await takeEntry(db, ruo, 'feedback', numberQuestion)
  await addNote(db, ruo, numberQuestion, '已向产品同事转达，等待排期后答复。')
  hoursAgo(3)
  await ask(db, hannah, 'en_US', 'Can I export a contract to Word after it has been signed, or only as PDF?')
  hoursAgo(1)
  await sendAsCustomer(db, lin, { words: '请问一份合同可以让三方都在线签署吗？', key: 'demo-1' }, 'zh_CN')
  const [conversation] = await listConversations(db)
  await markSeen(db, conversation!)
  await answer(db, ruo, conversation!.id, {
    words: '可以。定稿后在签署设置中为每一方添加签署人，系统会依次邀请。',
    key: 'demo-2',
  })
  await sendAsCustomer(
    db,
    hannah,
    { words: 'Which of my documents count against the free demo?', key: 'demo-3' },
    'en_US',
  )
  await sendAsCustomer(
    db,
    hannah,
    {
      words: 'This is the page I mean.',
      key: 'demo-4',
      file: { type: 'png', name: 'page.png', bytes: await samplePicture() },
    },
    'en_US',
  )
  hoursAgo(2)
  const visitor = { name: '王晓', email: 'wang.xiao@visitor.example' }
  await beginAsVisitor(
    db,
    visitor,
    { words: '我们还没有注册。请问境外公司也可以作为合同一方签署吗？', key: 'demo-5' },
    'zh_CN',
  )
  setClock(null)
  await draftAnnouncement(db, ruo)
}

function ask(db: Db, { id: accountId, email }: Viewer, locale: 'zh_CN' | 'en_US', question: string) {
  return storeFeedback(db, { question, email: email!, locale, accountId, picture: null }, false)
}

async function viewerOf(db: Db, username: string): Promise<Viewer> {
  const id = await authenticate(db, username, DEMO_ACCOUNTS[0]!.password)
  return (await findViewer(db, id))!
}
