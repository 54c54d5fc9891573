import type { Answers } from '#assembly/answers.ts'
import { writeCustom } from '#assembly/edit.ts'
import type { Template } from '#assembly/template/template.ts'

/**
 * The previous version of the sales contract, so that the demo has a draft that can adopt the newest
 * version.
 */
export function earlierVersion(template: Template): Template {
  const earlier = structuredClone(template)
  const goods = earlier.articles.find(({ id }) => id === 'goods-sold')!
  goods.clauses = goods.clauses.filter(({ id }) => id !== 'new-goods')
  const packing = goods.clauses.find(({ id }) => id === 'packing')!
  packing.text = {
    zh: '{party:b}应当按照通常的方式包装货物。',
    en: '{party:b} shall pack the Goods in the usual manner.',
  }
  goods.clauses.push({
    id: 'sample',
    droppable: true,
    text: {
      zh: '双方封存样品一份，作为验收的依据。',
      en: 'The Parties shall seal one sample, by which acceptance is judged.',
    },
  })
  return { ...earlier, version: template.version - 1 }
}

/** Adds custom texts to two clauses, one of which the newest version no longer has. */
export function withOwnWords(answers: Answers, template: Template): Answers {
  const texts = {
    packing: {
      zh: '{party:b}应当使用防潮木箱包装货物。',
      en: '{party:b} shall pack the Goods in moisture-proof wooden cases.',
    },
    sample: {
      zh: '双方封存样品三份，各执一份，另一份交检验机构保管。',
      en: 'The Parties shall seal three samples: each keeps one, and an inspection body keeps the third.',
    },
  }
  return Object.entries(texts).reduce((answersSoFar, [id, { zh, en }]) => {
    const withChinese = writeCustom(answersSoFar, template, id, 'zh', zh)
    return writeCustom(withChinese, template, id, 'en', en)
  }, answers)
}
