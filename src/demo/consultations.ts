import { authenticate } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { requestConsultation } from '#modules/consultations/consultation.ts'
import { makeOffer } from '#modules/consultations/desk-consultation.ts'
import { takeEntry } from '#modules/pages/desk-work/ownership.ts'
import { HOUR, setClock, shanghaiDay } from '#src/core/clock.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

const CONTACT = { name: '陈莲', email: 'chen.lian@lotus.example', phone: '+86 21 5555 0100' }

/** Creates requests for tailor-made documents: one with an offer, one new. */
export async function requestTailorMade(db: Db) {
  const today = Date.now()
  const hoursAgo = (hours: number) => setClock(() => new Date(today - hours * HOUR))
  const lin = await viewerOf(db, 'demo_admin')
  const ruo = await viewerOf(db, 'desk_agent')
  const ask = (request: Omit<Parameters<typeof requestConsultation>[2], keyof typeof CONTACT>) =>
    requestConsultation(db, lin, { ...request, ...CONTACT }, { locale: 'zh_CN' })
  hoursAgo(75)
  const distribution = await ask({
    kind: 'distribution',
    subject: '德国独家经销协议（仓储机器人配件）',
    situation:
      '我司拟委托柏林一家公司在德国独家经销仓储机器人配件，为期三年。\n\n已谈妥：首年最低采购额一百二十万元；货到三十日付款。\n尚未谈妥：终止后的库存如何处理，是否限制对方经销竞品。\n\n希望适用中国法，在上海仲裁。',
    ownPlace: 'mainland',
    otherPlace: 'overseas',
    language: 'zh-Hans',
    bilingual: true,
    wantedBy: shanghaiDay(new Date(today + 21 * 24 * HOUR)),
  })
  hoursAgo(70)
  await takeEntry(db, ruo, 'consultations', distribution)
  hoursAgo(46)
  await makeOffer(db, ruo, distribution, {
    amount: 680_000n,
    amountUsd: null,
    days: 7,
    terms:
      '包含中英文对照的独家经销协议一份，以及交付后两轮修改。\n德国法下的代理商补偿请求权会在附注中提示，不含德国律师的法律意见。',
  })
  hoursAgo(2)
  await ask({
    kind: 'employment',
    subject: '派驻香港员工的补充协议',
    situation: '两名仓库主管将派驻香港六个月，劳动关系留在上海。需要约定津贴、社保、税费承担和提前召回。',
    ownPlace: 'mainland',
    otherPlace: 'hongkong',
    language: 'zh-Hans',
    bilingual: false,
    wantedBy: null,
  })
  setClock(null)
}

async function viewerOf(db: Db, username: string): Promise<Viewer> {
  const id = await authenticate(db, username, DEMO_ACCOUNTS[0]!.password)
  return (await findViewer(db, id))!
}
