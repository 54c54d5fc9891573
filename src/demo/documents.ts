import { authenticate } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { makeFinalFiles } from '#modules/documents/final/final-files.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { saveAsTemplate } from '#modules/documents/saved/saved-template.ts'
import { importPdf } from '#modules/imports/index.ts'
import { printTables } from '#modules/printing/index.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { DAY, HOUR, setClock, shanghaiDay } from '#src/core/clock.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { watchImported } from './after-signing.ts'
import { earlierVersion } from './earlier.ts'
import { SCENES, type Scene } from './scenes.ts'

/** Drafts, finalises and signs the demo's documents with the functions that a user's clicks call. */
export async function draftDocuments(db: Db) {
  for (const scene of SCENES) {
    const viewer = await viewerOf(db, scene.by)
    const start = morning(scene.daysAgo)
    const id = await seedScene(db, viewer, scene, (hours) => setClock(() => new Date(start + hours * HOUR)))
    if (scene.savedAs)
      await saveAsTemplate(db, viewer, id, { name: scene.savedAs, blanks: true, parties: false })
  }
  await importPriceList(db)
  setClock(null)
}

/** Imports a PDF from a supplier. */
async function importPriceList(db: Db) {
  const importTime = new Date(morning(4))
  setClock(() => importTime)
  const { bytes } = await printTables(PRICE_LIST, importTime)
  const viewer = await viewerOf(db, 'demo_admin')
  const id = await importPdf(db, viewer, { fileName: '清河 2026 年价目表 Price List', bytes })
  await watchImported(db, viewer, id)
}

const price = (zh: string, en: string, amount: string) => ({
  label: { zh, en },
  value: { zh: `人民币 ${amount} 元`, en: `CNY ${amount}` },
})

const PRICE_LIST = {
  script: 'Hans' as const,
  title: { zh: '2026 年价目表', en: 'Price List 2026' },
  number: 'QH-2026-P1',
  numberLabel: { zh: '编号', en: 'No.' },
  tables: [
    {
      head: { zh: '服务', en: 'Services' },
      name: { zh: '清河信息技术（杭州）有限公司', en: 'Qinghe Information Technology (Hangzhou) Co., Ltd.' },
      lines: [
        price('每月运维', 'Maintenance, a month', '6,800.00'),
        price('现场支持，每日', 'Support on site, a day', '2,400.00'),
        price('系统培训，每场', 'Training, a session', '3,600.00'),
      ],
    },
  ],
  note: {
    zh: '以上价格含税，有效期至 2026 年 12 月 31 日。',
    en: 'Prices include tax and hold until 31 December 2026.',
  },
}

/** 9:40 in Shanghai, `daysAgo` days ago. */
export function morning(daysAgo: number): number {
  const day = shanghaiDay(new Date(Date.now() - daysAgo * DAY))
  return new Date(`${day}T09:40:00+08:00`).getTime()
}

export async function viewerOf(db: Db, username: string): Promise<Viewer> {
  const id = await authenticate(db, username, DEMO_ACCOUNTS[0]!.password)
  return (await findViewer(db, id))!
}

async function seedScene(db: Db, viewer: Viewer, scene: Scene, setHour: (hours: number) => void) {
  setHour(0)
  const newest = findTemplate(scene.template)
  const template = scene.earlier ? earlierVersion(newest) : newest
  const id = await createDocument(db, viewer, template, { ...scene, version: template.version })
  await continueScene(db, viewer, id, scene, setHour)
  return id
}

async function continueScene(
  db: Db,
  viewer: Viewer,
  id: string,
  scene: Scene,
  setHour: (hours: number) => void,
) {
  const { answers, template, version } = await findDocument(db, viewer, id)
  setHour(1)
  const filledAnswers = scene.fill(answers, template)
  await saveAnswers(db, viewer, id, { version, answers: filledAnswers })
  if (scene.until === 'draft') return
  setHour(3)
  await finaliseDocument(db, viewer, id, version + 1)
  await makeFinalFiles(db, id)
  if (scene.until === 'finalised') return
  setHour(5)
  const signatories = scene.signatories!.map((one) => ({ id: one.party, ...one }))
  await storeSetting(db, viewer, id, signatories)
  await startSigning(db, viewer, id, 'zh_CN')
  if (scene.until === 'asked') return
  setHour(24)
  if (scene.until === 'signing') return signAsDemo(db, id, 1)
  if (scene.until === 'declined') return signAsDemo(db, id, 1, '付款期限与我方内部规定不符，请改为三十日。')
  return signAsDemo(db, id, signatories.length)
}
