import type { Answers } from '#assembly/answers.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { makeFinalFiles } from '#modules/documents/final/final-files.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { shippedNotes } from '#modules/templates/library/shipped.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { lastMailTo } from './mail.ts'

export const SIGNATORIES = [
  { id: 'a', party: 'a', name: '陈莲 Chen Lian', email: 'chen@lotus.example' },
  { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' },
]

const ENGLISH = ['Chen Lian', 'Oliver Grant']

const PARTIES = [
  {
    name: '莲花贸易（上海）有限公司',
    nameEn: 'Lotus Trading (Shanghai) Co., Ltd.',
    idNumber: '91310115MA1K4LTX2A',
    address: '上海市浦东新区世纪大道1568号12层',
    addressEn: '12/F, 1568 Century Avenue, Pudong New Area, Shanghai',
    email: 'chen@lotus.example',
  },
  {
    name: '凯瑞机器人有限公司',
    nameEn: 'Kestrel Robotics Ltd',
    idNumber: '91320594MA1K7QHW2G',
    address: '江苏省苏州市工业园区星湖街218号',
    addressEn: '218 Xinghu Street, Suzhou Industrial Park, Jiangsu',
    email: 'oliver@kestrel.example',
  },
]

/** The mutual NDA with all required fields filled. */
export function filledNda(answers: Answers): Answers {
  const parties = answers.parties.map((party, index) => ({
    ...party,
    ...PARTIES[index],
    identity: 'company' as const,
    legalRepresentative: SIGNATORIES[index]!.name,
    legalRepresentativeEn: ENGLISH[index],
    signerName: SIGNATORIES[index]!.name,
    signerNameEn: ENGLISH[index],
  }))
  const project = {
    zh: '仓储自动化设备的联合开发',
    en: 'the joint development of warehouse automation equipment',
  }
  return { ...answers, parties, fields: { ...answers.fields, project } }
}

export async function filledDraft(db: Db, viewer: Viewer): Promise<{ id: string; version: number }> {
  const template = findTemplate('mutual-nda')
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  const id = await createDocument(db, viewer, template, { version: template.version, languages })
  const { answers, version } = await findDocument(db, viewer, id)
  const savedAnswers = await saveAnswers(db, viewer, id, { version, answers: filledNda(answers) })
  if ('conflict' in savedAnswers) throw new Error('a new draft cannot conflict')
  return { id, version: savedAnswers.version }
}

/** Creates a complete draft of a sales contract with its list of goods, whatever the viewer's package. */
export async function saleDraft(db: Db, viewer: Viewer): Promise<{ id: string; version: number }> {
  const template = findTemplate('international-sale')
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  const buyer: Viewer = { ...viewer, permissions: [...viewer.permissions, 'template.type_2'] }
  const id = await createDocument(db, buyer, template, { version: template.version, languages })
  const { version } = await findDocument(db, viewer, id)
  const answers = sampleAnswers(template, shippedNotes(template.code), languages)
  const savedAnswers = await saveAnswers(db, viewer, id, { version, answers })
  if ('conflict' in savedAnswers) throw new Error('a new draft cannot conflict')
  return { id, version: savedAnswers.version }
}

export async function finalisedDocument(db: Db, viewer: Viewer): Promise<string> {
  const { id, version } = await filledDraft(db, viewer)
  await finaliseDocument(db, viewer, id, version)
  await makeFinalFiles(db, id)
  return id
}

/** Sends a document to two signatories for signing; the first of them is invited. */
export async function signingDocument(db: Db, viewer: Viewer) {
  const documentId = await finalisedDocument(db, viewer)
  await storeSetting(db, viewer, documentId, SIGNATORIES)
  await startSigning(db, viewer, documentId, 'en_US')
  const { id: signatoryId } = await db
    .selectFrom('signing.signatory')
    .select('id')
    .where('state', '=', 'invited')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const [link] = (await lastMailTo(db, SIGNATORIES[0]!.email)).links
  return { db, documentId, signatoryId, link: new URL(link!).pathname }
}
