import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { citationsIn, unequalCitations } from '#modules/templates/library/citations.ts'
import { lawsTable, readLaws, readUses, unknownUses } from '#modules/templates/library/laws.ts'
import { libraryTemplates } from '#tests/support/library-twins.ts'

describe('a citation', () => {
  test.each([
    ['《公司法》第十五条', '公司法 15'],
    ['《中华人民共和国民法典》第五百八十五条、第五百八十六条', '民法典, 民法典 585, 民法典 586'],
    ['超过三分之一的（第六十六条第三款）', '劳动法 66'],
    ['《仲裁法》第81条；合同编通则司法解释第二十条', '仲裁法 81, 合同编通则司法解释, 合同编通则司法解释 20'],
    ['法发〔2016〕34号第九条', '法发〔2016〕34号 9'],
    ['附件《货物清单》和第3.2款', ''],
  ])('in %s is recognised', (text, expected) => {
    const citations = citationsIn(text, '', '劳动法').map(({ law, article }) =>
      `${law} ${article ?? ''}`.trim(),
    )
    expect(citations.join(', ')).toContain(expected)
    if (!expected) expect(citations).toEqual([])
  })
})

describe('the laws that the library cites', () => {
  const uses = readUses()
  const laws = readLaws()

  test('are all listed, with every article', () => {
    expect(uses.length).toBeGreaterThan(300)
    expect(unknownUses(uses, laws)).toEqual([])
    const movedUses = uses.map((use) => ({ ...use, article: use.article && use.article + 1000 }))
    expect(unknownUses(movedUses, laws).length).toBe(movedUses.filter(({ article }) => article).length)
  })

  test('are all cited: unused ones are not listed', () => {
    const cited = new Set(uses.map(({ law, article }) => `${law} ${article ?? ''}`))
    const idle = laws.flatMap(({ name, articles = [] }) =>
      articles.filter((one) => !cited.has(`${name} ${one}`)),
    )
    expect(idle).toEqual([])
  })

  test('are the same in Chinese and in English', () => {
    expect(unequalCitations({ zh: '《民法典》第五百八十五条', en: 'Civil Code, article 585' })).toEqual([])
    expect(unequalCitations({ zh_CN: '第五条至第七条', en_US: 'articles 5 to 8' })).toHaveLength(1)
    expect(libraryTemplates().flatMap((template) => unequalCitations(template, template.code))).toEqual([])
  })

  test('are in docs/laws.md', () => {
    expect(readFileSync('docs/laws.md', 'utf8')).toBe(lawsTable(uses, laws))
  })

  test('are in force', () => {
    for (const { name, since } of laws) expect(since, name).toMatch(/^(19|20)\d\d-\d\d-\d\d$/)
  })
})
