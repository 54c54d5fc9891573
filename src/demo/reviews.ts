import type { LanguageChoice } from '#assembly/answers.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { answerAsDemo, reviewAsDemo } from '#modules/review/demo-review.ts'
import { addExternal, addInternal } from '#modules/review/inviting/reviewer.ts'
import { startReview } from '#modules/review/inviting/round.ts'
import { takeProposal } from '#modules/review/reading/proposal.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { DAY, fromNow, HOUR, setClock } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { morning, viewerOf } from './documents.ts'
import { fillIn } from './fill.ts'
import { SERVICE } from './scenes.ts'

const REVIEWER_FLAGS = { reviews: true, signs: false, keeps: false }

const externalReviewer = (name: string, email: string, department: string, locale: Locale) => ({
  name,
  email,
  department,
  locale,
  mobile: '',
  ...REVIEWER_FLAGS,
})

const OLIVER = externalReviewer(
  'Oliver Grant',
  'oliver.grant@kestrel.example',
  'Kestrel Robotics Ltd',
  'en_US',
)
const HE_MING = externalReviewer('何铭', 'he.ming@qinghe.example', '清河信息技术（杭州）有限公司', 'zh_CN')
const HANNAH = externalReviewer('Hannah Weiss', 'hannah.weiss@weiss.example', 'Weiss Legal', 'en_US')

/** Sends three drafts to review: one in its second round, one returned, and one with internal threads. */
export async function sendToReview(db: Db) {
  await seedSecondRound(db)
  await seedReturnedReview(db)
  await seedInternalThreads(db)
  setClock(null)
}

/** Returns a function that sets the clock to `hours` after the morning of that day. */
const timeSetterFrom = (daysAgo: number) => {
  const start = morning(daysAgo)
  return (hours: number) => setClock(() => new Date(start + hours * HOUR))
}

async function draft(
  db: Db,
  viewer: Viewer,
  name: string,
  {
    languages,
    with: other,
    values = SERVICE,
  }: { languages: LanguageChoice; with: 'kestrel' | 'qinghe'; values?: typeof SERVICE },
) {
  const template = findTemplate('service-agreement')
  const id = await createDocument(db, viewer, template, { name, languages, version: template.version })
  const { answers, version } = await findDocument(db, viewer, id)
  await saveAnswers(db, viewer, id, {
    version,
    answers: fillIn(answers, template, ['lotus', other], values),
  })
  return id
}

/**
 * Creates a draft in its second round: Oliver's proposal of a shorter payment period was accepted, and
 * Hannah was added, so that all reviewers get the new text.
 */
async function seedSecondRound(db: Db) {
  const admin = await viewerOf(db, 'demo_admin')
  const member = await viewerOf(db, 'demo_member')
  const setTime = timeSetterFrom(4)
  setTime(0)
  const languages = { primary: 'en', bilingual: true, script: 'Hans' } as const
  const id = await draft(db, admin, '仓储软件维护服务协议', { languages, with: 'kestrel' })
  setTime(1)
  await addInternal(db, admin, id, { account: member.id, ...REVIEWER_FLAGS })
  await addExternal(db, admin, id, OLIVER)
  const note = '请重点看付款与知识产权。Please look at payment and intellectual property above all.'
  await startReview(db, admin, id, { note, dueAt: fromNow(7 * DAY) })
  setTime(4)
  const internalComment = {
    place: 'fees',
    words: '年度预算里只批了四十八万，上限不要再动。',
    internal: true,
  } as const
  await reviewAsDemo(db, id, { email: member.email!, comments: [internalComment], outcome: 'accept' })
  setTime(27)
  const shortenPeriod = (printed: string) => printed.replace('fifteen (15)', 'ten (10)')
  const [proposal] = await reviewAsDemo(db, id, {
    email: OLIVER.email,
    comments: [
      {
        place: 'payment',
        side: 'en',
        change: shortenPeriod,
        words: 'We pay our engineers every fortnight.',
      },
      { place: 'ownership', words: 'Does this cover the tools we bring along?' },
    ],
    outcome: { reasons: 'Two points in payment and intellectual property, otherwise fine.' },
  })
  setTime(50)
  await takeProposal(db, admin, id, proposal!)
  await addExternal(db, admin, id, HANNAH)
  setTime(52)
  await startReview(db, admin, id, { note: '', dueAt: fromNow(7 * DAY) })
}

/**
 * Creates a draft on which colleagues discuss Oliver's question internally, and also answer him; all are
 * still reviewing.
 */
async function seedInternalThreads(db: Db) {
  const admin = await viewerOf(db, 'demo_admin')
  const member = await viewerOf(db, 'demo_member')
  const setTime = timeSetterFrom(2)
  setTime(0)
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  const id = await draft(db, member, '数据平台技术服务协议', { languages, with: 'kestrel' })
  setTime(1)
  await addInternal(db, member, id, { account: admin.id, ...REVIEWER_FLAGS })
  await addExternal(db, member, id, OLIVER)
  await startReview(db, member, id, { note: '', dueAt: fromNow(7 * DAY) })
  setTime(3)
  const [limitComment] = await reviewAsDemo(db, id, {
    email: admin.email!,
    comments: [{ place: 'fees', words: '付款期限最多让到三十天，先不要告诉对方。', internal: true }],
  })
  setTime(5)
  const [question] = await reviewAsDemo(db, id, {
    email: OLIVER.email,
    comments: [{ place: 'payment', words: 'Could we agree on ten days instead of fifteen?' }],
  })
  setTime(6)
  await answerAsDemo(db, member, { parent: limitComment!, words: '同意，财务那边我来说。', internal: true })
  const aside = '他们现金流紧，可以换一个更长的质保期。'
  await answerAsDemo(db, member, { parent: question!, words: aside, internal: true })
  setTime(7)
  const answer = 'We will come back to you on this tomorrow.'
  await answerAsDemo(db, member, { parent: question!, words: answer })
}

/** Creates a draft that He Ming has returned, so that its sender must change it and send it again. */
async function seedReturnedReview(db: Db) {
  const admin = await viewerOf(db, 'demo_admin')
  const member = await viewerOf(db, 'demo_member')
  const setTime = timeSetterFrom(3)
  setTime(0)
  const languages = { primary: 'zh', bilingual: false, script: 'Hans' } as const
  const values = {
    ...SERVICE,
    deliverables: { zh: '每月服务报告', en: 'a service report every month' },
    'acceptance-period': { count: 15, unit: 'day' as const },
  }
  const id = await draft(db, member, '客户服务外包协议', { languages, with: 'qinghe', values })
  setTime(1)
  await addInternal(db, member, id, { account: admin.id, ...REVIEWER_FLAGS })
  await addExternal(db, member, id, HE_MING)
  await startReview(db, member, id, { note: '', dueAt: fromNow(7 * DAY) })
  setTime(6)
  await reviewAsDemo(db, id, { email: admin.email!, comments: [], outcome: 'accept' })
  setTime(26)
  await reviewAsDemo(db, id, {
    email: HE_MING.email,
    comments: [{ place: 'testing', words: '验收期限能否写明工作日？' }],
    outcome: { reasons: '验收条款请补充工作日与书面通知的要求。' },
  })
}
