import type { Locale } from '#src/core/i18n.ts'

/** People and things in the sample mails. */
export interface Sample {
  locale: Locale
  person: string
  other: string
  username: string
  team: string
  document: string
  number: string
  /** The number of a feedback or consultation request. */
  requestNumber: string
  question: string
  answer: string
  reason: string
}

const SAME = { username: 'chen_lian', number: 'QS-2026-000128', requestNumber: '7F3A92C1' }

/** The sample in each language. */
export const SAMPLES: Record<Locale, Sample> = {
  zh_CN: {
    ...SAME,
    locale: 'zh_CN',
    person: '陈莲',
    other: '周远',
    team: '莲花贸易（上海）有限公司',
    document: '保密协议：仓储自动化项目',
    question: '已定稿的文档还能修改吗？',
    answer: '定稿后的文档不再更改。\n请在文档页选择“修订”，系统会以其内容新建一份草稿。',
    reason: '付款期限与我方内部规定不符，请改为三十日。',
  },
  zh_TW: {
    ...SAME,
    locale: 'zh_TW',
    person: '陳蓮',
    other: '周遠',
    team: '蓮花貿易有限公司',
    document: '保密協議：倉儲自動化專案',
    question: '已定稿的文件還能修改嗎？',
    answer: '定稿後的文件不再更改。\n請在文件頁選擇「修訂」，系統會以其內容新增一份草稿。',
    reason: '付款期限與我方內部規定不符，請改為三十日。',
  },
  en_US: {
    ...SAME,
    locale: 'en_US',
    person: 'Chen Lian',
    other: 'Hannah Weiss',
    team: 'Lotus Trading Co., Ltd.',
    document: 'NDA with Kestrel Robotics',
    question: 'Can a finalised document still be changed?',
    answer:
      'A finalised document is not changed any more.\nChoose “Revise” on its page: a new draft begins with what it says.',
    reason: 'The payment term does not fit our rules; please make it thirty days.',
  },
}
