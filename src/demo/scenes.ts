import type { Answers, LanguageChoice } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import { withOwnWords } from './earlier.ts'
import { type COMPANIES, fillIn, type Values } from './fill.ts'

export interface Scene {
  by: 'demo_admin' | 'demo_member' | 'demo_free'
  template: string
  name?: string
  languages: LanguageChoice
  /** The party that the first draft favours. */
  position?: string
  daysAgo: number
  /** The name of the team's own template, if the document was saved as one. */
  savedAs?: string
  /** Made with the previous version of the template. */
  earlier?: true
  /** The stage that the document reaches. asked: sent for signing, without a signature. */
  until: 'draft' | 'finalised' | 'asked' | 'signing' | 'declined' | 'completed'
  fill: (answers: Answers, template: Template) => Answers
  signatories?: { party: string; name: string; title?: string; email: string; locale?: 'en_US' }[]
}

const BOTH: LanguageChoice = { primary: 'zh', bilingual: true, script: 'Hans' }
const BOTH_EN: LanguageChoice = { primary: 'en', bilingual: true, script: 'Hans' }
const CHINESE: LanguageChoice = { primary: 'zh', bilingual: false, script: 'Hans' }

const LOTUS_SIGNS = {
  party: 'a',
  name: '陈莲 Chen Lian',
  title: '总经理 General Manager',
  email: 'chen.lian@lotus.example',
}
/** The language of mails to these people. */
const ENGLISH = { locale: 'en_US' } as const

const KESTREL_SIGNS = {
  party: 'b',
  name: 'Oliver Grant',
  title: 'Managing Director',
  email: 'oliver.grant@kestrel.example',
  ...ENGLISH,
}

const QINGHE_SIGNS = { party: 'b', name: '何铭', title: '总经理', email: 'he.ming@qinghe.example' }
const WEISS_SIGNS = { party: 'b', name: 'Hannah Weiss', email: 'hannah.weiss@weiss.example', ...ENGLISH }
const ZHOU_SIGNS = { party: 'a', name: '周远', title: '采购经理', email: 'zhou.yuan@lotus.example' }

const fill =
  (companies: (keyof typeof COMPANIES)[], values: Values) => (answers: Answers, template: Template) =>
    fillIn(answers, template, companies, values)

export const SERVICE: Values = {
  services: {
    zh: '为甲方的华东仓储网络提供库存管理系统的部署、数据迁移与用户培训。',
    en: 'deployment of an inventory management system, data migration and user training for the warehouse network of Party A in East China',
  },
  'start-date': '2026-12-01',
  'end-date': '2027-11-30',
  'service-fee': { amount: 48_000_000, currency: 'CNY' },
}

const NDA: Values = {
  project: {
    zh: '仓储自动化设备的联合开发',
    en: 'the joint development of warehouse automation equipment',
  },
  'effective-date': '2026-11-16',
}

/** The documents of the demo company in the last weeks, oldest first. */
export const SCENES: Scene[] = [
  {
    by: 'demo_admin',
    template: 'mutual-nda',
    name: '保密协议：仓储自动化项目',
    savedAs: '保密协议（供应商适用）',
    languages: BOTH,
    daysAgo: 21,
    until: 'completed',
    fill: fill(['lotus', 'kestrel'], NDA),
    signatories: [LOTUS_SIGNS, KESTREL_SIGNS],
  },
  {
    by: 'demo_admin',
    template: 'service-agreement',
    name: '库存管理系统服务协议',
    languages: BOTH,
    daysAgo: 12,
    until: 'declined',
    fill: fill(['lotus', 'kestrel'], SERVICE),
    signatories: [KESTREL_SIGNS, LOTUS_SIGNS],
  },
  {
    by: 'demo_member',
    template: 'mutual-nda',
    name: 'NDA with Kestrel Robotics',
    languages: BOTH_EN,
    daysAgo: 6,
    until: 'signing',
    fill: fill(['lotus', 'kestrel'], NDA),
    signatories: [LOTUS_SIGNS, KESTREL_SIGNS],
  },
  {
    by: 'demo_admin',
    template: 'service-agreement',
    name: '系统运维服务协议（2027）',
    languages: CHINESE,
    daysAgo: 4,
    until: 'finalised',
    fill: fill(['lotus', 'qinghe'], SERVICE),
  },
  {
    by: 'demo_member',
    template: 'mutual-nda',
    name: '保密协议：年度审计',
    languages: CHINESE,
    daysAgo: 3,
    until: 'asked',
    fill: fill(['lotus', 'qinghe'], NDA),
    signatories: [LOTUS_SIGNS, QINGHE_SIGNS],
  },
  {
    by: 'demo_admin',
    template: 'mutual-nda',
    name: '保密协议：采购系统试用',
    languages: CHINESE,
    daysAgo: 2,
    until: 'asked',
    fill: fill(['lotus', 'qinghe'], NDA),
    signatories: [ZHOU_SIGNS, QINGHE_SIGNS],
  },
  {
    by: 'demo_admin',
    template: 'mutual-nda',
    name: 'NDA with Weiss Legal',
    languages: BOTH_EN,
    daysAgo: 2,
    until: 'asked',
    fill: fill(['lotus', 'weiss'], NDA),
    signatories: [WEISS_SIGNS, LOTUS_SIGNS],
  },
  {
    by: 'demo_member',
    template: 'sales-contract',
    languages: BOTH,
    daysAgo: 2,
    earlier: true,
    until: 'draft',
    fill: (answers, template) =>
      withOwnWords(fill(['lotus', 'qinghe'], { 'delivery-date': '2027-01-15' })(answers, template), template),
  },
  {
    by: 'demo_admin',
    template: 'premises-lease',
    languages: BOTH,
    position: 'a',
    daysAgo: 1,
    until: 'draft',
    fill: fill(['lotus'], { 'start-date': '2027-01-01' }),
  },
  {
    by: 'demo_free',
    template: 'mutual-nda',
    languages: BOTH_EN,
    daysAgo: 1,
    until: 'draft',
    fill: fill([], {}),
  },
]
