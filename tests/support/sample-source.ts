import type { Answers, DocumentSource, Party } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import { sampleAnnexes } from './sample-annexes.ts'
import { sampleArticles } from './sample-articles.ts'
import { sampleFields } from './sample-fields.ts'

/**
 * A bilingual services contract between two companies. Only one date is missing; one clause is dropped, one
 * customised and one added.
 */
export function sampleSource(): DocumentSource {
  return {
    name: '莲花贸易品牌网站建设服务合同',
    number: 'QS-2026-0142',
    template: sampleTemplate(),
    answers: sampleAnswers(),
  }
}

export function sampleTemplate(): Template {
  return {
    code: 'services-sample',
    version: 1,
    title: { zh: '服务合同', en: 'Services Agreement' },
    category: 'services',
    tags: ['services'],
    type: 'I',
    payType: 'usage',
    feeCategory: 'paid',
    languages: ['zh-Hans', 'zh-Hant', 'en'],
    jurisdictions: ['CN'],
    eSign: true,
    form: 'contract',
    prevailing: {
      zh: '本合同以中英文书就，两种文本不一致的，以{prevailing}文本为准。',
      en: 'This Agreement is made in Chinese and English. If the two texts differ, the {prevailing} text prevails.',
    },
    purpose: { zh_CN: '企业之间的一般服务。', en_US: 'Ordinary services between businesses.' },
    notFor: { zh_CN: '劳务派遣或建设工程。', en_US: 'Labour dispatch or construction works.' },
    minutes: 8,
    parties: [
      { key: 'a', role: { zh: '委托方', en: 'Client' }, identity: 'any', signs: true },
      { key: 'b', role: { zh: '服务方', en: 'Service Provider' }, identity: 'any', signs: true },
    ],
    moreParties: { role: { zh: '共同委托方', en: 'Co-client' }, identity: 'any', upTo: 10 },
    recitals: [
      {
        id: 'background',
        droppable: true,
        text: {
          zh: '鉴于{party:a}需要{subject}服务，{party:b}具备提供该服务的资质与能力，双方依据《中华人民共和国民法典》，在平等自愿的基础上订立本合同，共同遵守。',
          en: 'WHEREAS {party:a} requires {subject} and {party:b} has the qualifications and capacity to provide it, the Parties have concluded this Agreement under the Civil Code of the People’s Republic of China, as equals and of their own free will.',
        },
      },
    ],
    fields: structuredClone(sampleFields),
    articles: structuredClone(sampleArticles),
    annexes: structuredClone(sampleAnnexes),
  }
}

export function sampleAnswers(): Answers {
  return {
    languages: { primary: 'zh', bilingual: true, script: 'Hans' },
    fields: {
      subject: {
        zh: '品牌网站的设计、开发与维护',
        en: 'the design, development and maintenance of a brand website',
      },
      fee: { amount: 12_800_050, currency: 'CNY' },
      'pay-within': { count: 10, unit: 'working-day' },
      start: '2026-12-01',
      'late-rate': 0.05,
      confidential: true,
      'secrecy-term': { count: 2, unit: 'year' },
      forum: 'cietac',
    },
    clauses: {
      'progress-reports': { dropped: true },
      'fee-payment': { alternative: 'instalments' },
      subcontracting: {
        custom: {
          zh: '未经{party:a}事先书面同意，{party:b}不得转包；经同意转包的，{party:b}应在30日内告知分包人的情况。',
          en: '{party:b} shall not subcontract without the prior written consent of {party:a} and shall, where consent is given, disclose the subcontractor within 30 days.',
        },
      },
      'added-handover': {
        custom: {
          zh: '交付时，{party:b}应一并移交源代码与域名管理权限。',
          en: 'On delivery {party:b} shall hand over the source code and control of the domain name.',
        },
      },
    },
    added: [{ id: 'added-handover', article: 'services', after: 'subcontracting' }],
    parties: [{ ...lotus }, { ...harbour }],
    signatureArea: { order: ['a', 'b'], place: true, date: true, seal: true },
  }
}

const lotus: Party = {
  key: 'a',
  identity: 'company',
  name: '莲花贸易(上海)有限公司',
  nameEn: 'Lotus Trading (Shanghai) Co., Ltd.',
  idNumber: '91310115MA1K4TEXTU',
  address: '上海市浦东新区世纪大道88号',
  addressEn: '88 Century Avenue, Pudong New Area, Shanghai',
  phone: '+86 21 5555 0188',
  email: 'legal@lotus.example',
  legalRepresentative: '林静',
  legalRepresentativeEn: 'Lin Jing',
  signerName: '林静',
  signerNameEn: 'Lin Jing',
  signerTitle: '总经理',
  signerTitleEn: 'General Manager',
}

const harbour: Party = {
  key: 'b',
  identity: 'company',
  name: '海港数字设计(深圳)有限公司',
  nameEn: 'Harbour Digital Design (Shenzhen) Ltd.',
  idNumber: '91440300MA5DTEXT9U',
  address: '深圳市南山区科技园南路12号',
  addressEn: '12 South Keji Road, Nanshan District, Shenzhen',
  phone: '',
  email: 'contracts@harbour.example',
  legalRepresentative: '周明',
  legalRepresentativeEn: 'Zhou Ming',
  signerName: '',
  signerTitle: '',
}
