import { expect, it } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { plainText } from '#assembly/plain.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const tree = assemble(sampleSource())

it('prints the document in reading order, from the title to the annexes', () => {
  const lines = plainText(tree, 'zh').split('\n')
  expect(lines.slice(0, 4)).toEqual([
    '服务合同',
    '编号：QS-2026-0142',
    '甲方（委托方）：莲花贸易(上海)有限公司',
    '统一社会信用代码：91310115MA1K4TEXTU',
  ])
  expect(lines).toContain('第二条 费用与支付')
  expect(lines.indexOf('(1) 制订工作计划；')).toBe(lines.findIndex((line) => line.startsWith('1.1 ')) + 1)
  expect(lines.at(-8)).toBe('日期：')
  expect(lines.slice(-7)).toEqual([
    '附件一 服务说明书',
    '1 乙方按照附件一第2条的约定，分阶段完成品牌网站的设计、开发与维护。',
    '2 每一阶段结束时，乙方应当：',
    '(1) 演示阶段成果；以及',
    '(2) 交付源文件。',
    '附件二 联系人',
    '1 双方的日常联系人以书面通知为准。',
  ])
})

it('omits dropped parts and shows empty blanks', () => {
  const english = plainText(tree, 'en')
  expect(english).not.toContain('report progress')
  expect(english).toContain('shall be completed by ____;')
  expect(english).toContain('Party B (Service Provider): Harbour Digital Design (Shenzhen) Ltd.')
})
