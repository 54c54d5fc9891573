import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answers, DocumentSource } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { dropClause } from '#assembly/edit.ts'
import { plainText } from '#assembly/plain.ts'
import { checkTemplate } from '#assembly/template/check-template.ts'
import type { ClauseNode, DocumentTree, Run } from '#assembly/tree.ts'
import { arbitrarySource, arbitraryTemplate } from '#tests/support/arbitrary-template.ts'
import { runs } from '#tests/support/runs.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

function textOf(run: Run[]): string {
  return run.map(({ text }) => text).join('')
}

function allClauses(tree: DocumentTree): ClauseNode[] {
  const nodesWithin = (clause: ClauseNode): ClauseNode[] => [clause, ...clause.items.flatMap(nodesWithin)]
  return [...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)].flatMap(nodesWithin)
}

function clauseIn(tree: DocumentTree, id: string): ClauseNode {
  const match = allClauses(tree).find((clause) => clause.id === id)
  if (!match) throw new Error(`no clause ${id}`)
  return match
}

function withDropped(source: DocumentSource, ...ids: string[]): DocumentSource {
  const answers = ids.reduce((before, id) => dropClause(before, source.template, id), source.answers)
  return { ...source, answers }
}

it('never fails, whatever the answers contain', () => {
  const values = fc.oneof(fc.jsonValue(), fc.record({ count: fc.double(), unit: fc.constant('day') }))
  const strangeFields = fc.dictionary(
    fc.constantFrom('field-0', 'field-2', 'field-3', 'field-5', 'constructor'),
    values,
  )
  fc.assert(
    fc.property(arbitrarySource(), strangeFields, fc.string(), (source, fields, text) => {
      const clauses = { ...source.answers.clauses, 'clause-0-0': { custom: { zh: text, en: text } } }
      const answers = { ...source.answers, fields: fields as Answers['fields'], clauses }
      const tree = assemble({ ...source, answers })
      for (const side of ['zh', 'en'] as const)
        expect(plainText(tree, side)).not.toMatch(/undefined|NaN|\[object/)
    }),
    runs(100),
  )
})

describe('numbering', () => {
  it('has no gaps and no duplicates, whatever is dropped', () => {
    fc.assert(
      fc.property(arbitrarySource(), (source) => {
        const tree = assemble(source)
        const articles = tree.articles.filter(({ kept }) => kept)
        expect(articles.map(({ number }) => number)).toEqual(articles.map((_, index) => index + 1))
        for (const { number, clauses } of articles) {
          const printedClauses = clauses.filter((clause) => clause.kept)
          expect(printedClauses.map((clause) => clause.number)).toEqual(
            printedClauses.map((_, index) => `${number}.${index + 1}`),
          )
          for (const clause of printedClauses) {
            const items = clause.items.filter((item) => item.kept)
            expect(items.map((item) => item.number)).toEqual(items.map((_, index) => `(${index + 1})`))
          }
        }
        for (const clause of allClauses(tree)) if (!clause.kept) expect(clause.number).toBe('')
      }),
      runs(100),
    )
  })

  it('excludes everything inside a dropped article or clause', () => {
    fc.assert(
      fc.property(arbitrarySource(), (source) => {
        for (const article of assemble(source).articles) {
          expect(article.kept).toBe(article.clauses.some(({ kept }) => kept))
          for (const clause of article.clauses) {
            if (!clause.kept) expect(clause.items.every(({ kept }) => !kept)).toBe(true)
          }
        }
      }),
      runs(100),
    )
  })

  it('closes up when a clause is dropped, and references follow', () => {
    const treeBefore = assemble(sampleSource())
    const treeAfter = assemble(withDropped(sampleSource(), 'late-payment', 'secrecy-duty'))
    expect(clauseIn(treeBefore, 'instalments-tax').number).toBe('2.3')
    expect(clauseIn(treeAfter, 'instalments-tax').number).toBe('2.2')
    expect(treeAfter.articles.find(({ id }) => id === 'secrecy')).toMatchObject({ kept: false, number: 0 })
    expect(treeAfter.articles.find(({ id }) => id === 'breach')?.label).toEqual({
      zh: '第三条',
      en: 'Article 3',
    })
  })

  it('never drops mandatory clauses', () => {
    expect(clauseIn(assemble(withDropped(sampleSource(), 'disputes')), 'disputes').kept).toBe(true)
  })
})

describe('references', () => {
  it('print the number of their target, or name what remains of it and are reported', () => {
    let leftOutCount = 0
    fc.assert(
      fc.property(arbitrarySource(), (source) => {
        const tree = assemble(source)
        const labels = new Map<string, string>()
        for (const article of tree.articles) {
          if (article.kept) labels.set(article.id, article.label.zh)
          for (const clause of article.clauses) {
            if (clause.kept) labels.set(clause.id, `第${clause.number}款`)
            for (const item of clause.items) {
              const hant = source.answers.languages.script === 'Hant'
              if (item.kept) labels.set(item.id, `第${clause.number}款第${item.number}${hant ? '項' : '项'}`)
            }
          }
        }
        const printedLabels = [
          ...labels.values(),
          '本协议相关约定',
          '本協議相關約定',
          '本决议相关内容',
          '本決議相關內容',
        ]
        for (const clause of allClauses(tree).filter(({ kept }) => kept)) {
          for (const run of clause.text.zh.filter(({ kind }) => kind === 'ref')) {
            const ownLabel = labels.get(run.target ?? '')
            if (ownLabel) expect(run.text).toBe(ownLabel)
            else {
              leftOutCount++
              expect(printedLabels).toContain(run.text)
              if (!tree.sides.includes('zh')) continue
              const reported = tree.open.some(
                ({ at, problem }) => at === clause.id && problem?.startsWith('reference'),
              )
              expect(reported).toBe(true)
            }
          }
        }
      }),
      runs(100),
    )
    expect(leftOutCount).toBeGreaterThan(0)
  })

  it('print the phrase of each language for articles, clauses and items', () => {
    const { text } = clauseIn(assemble(sampleSource()), 'survival')
    expect(textOf(text.zh)).toContain('第二条及第1.1款第(2)项')
    expect(textOf(text.en)).toContain('Article 2 and Section 1.1(2)')
  })

  it('to a dropped item name its clause and become an open point', () => {
    const tree = assemble(withDropped(sampleSource(), 'scope-delivery'))
    expect(textOf(clauseIn(tree, 'survival').text.en)).toContain('Article 2 and Section 1.1')
    expect(tree.open).toContainEqual({
      kind: 'invalid',
      at: 'survival',
      clause: 'survival',
      problem: 'referenceLeftOut',
      detail: { zh: '{ref:scope-delivery}', en: '{ref:scope-delivery}' },
    })
  })
})

describe('both languages', () => {
  it('have the same blanks, references and parties in every clause of a valid template', () => {
    fc.assert(
      fc.property(arbitraryTemplate(), (template) => {
        expect(checkTemplate(template)).toEqual([])
        const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
        for (const { text } of allClauses(assemble({ name: '', number: '', template, answers }))) {
          const marks = (side: Run[]) => side.flatMap(({ target }) => target ?? []).toSorted()
          expect(marks(text.zh)).toEqual(marks(text.en))
        }
      }),
      runs(100),
    )
  })

  it('list every clause of the template once, in order', () => {
    fc.assert(
      fc.property(arbitrarySource(), (source) => {
        const ids = assemble(source).articles.map(({ clauses }) =>
          clauses.map(({ id }) => id).filter((id) => !id.startsWith('added-')),
        )
        expect(ids).toEqual(source.template.articles.map(({ clauses }) => clauses.map(({ id }) => id)))
      }),
      runs(50),
    )
  })

  it('print the Chinese side in traditional script, including generated words', () => {
    const source = sampleSource()
    source.answers.languages.script = 'Hant'
    source.template.title.hant = '服務合同'
    const tree = assemble(source)
    expect(tree.title.zh).toBe('服務合同')
    expect(tree.articles[0]?.label.zh).toBe('第一條')
    expect(tree.signatures[0]?.lines.map(({ label }) => label.zh)).toContain('蓋章')
    expect(textOf(clauseIn(tree, 'fee-payment').text.zh)).toContain('（大寫：人民幣壹拾貳萬捌仟元伍角）')
  })

  it('state the prevailing language only when there are two', () => {
    const source = sampleSource()
    expect(assemble(source).prevailing.en).toContain('the Chinese text prevails')
    source.answers.languages = { primary: 'en', bilingual: false, script: 'Hans' }
    expect(assemble(source)).toMatchObject({ sides: ['en'], prevailing: { zh: '', en: '' } })
  })
})

describe('conditions', () => {
  it('exclude the parts for which they are false, and the parts that depend on these', () => {
    const source = sampleSource()
    source.answers.fields.confidential = false
    const tree = assemble(source)
    expect(clauseIn(tree, 'secrecy-duty')).toMatchObject({ kept: false, leftOut: 'condition' })
    expect(clauseIn(tree, 'secrecy-breach').kept).toBe(false)
    expect(clauseIn(assemble(sampleSource()), 'secrecy-breach').kept).toBe(true)
  })

  it('follow the chosen alternatives and the number of parties', () => {
    const source = sampleSource()
    expect(clauseIn(assemble(source), 'instalments-tax').kept).toBe(true)
    source.answers.clauses['fee-payment'] = {}
    expect(clauseIn(assemble(source), 'instalments-tax').kept).toBe(false)
    expect(clauseIn(assemble(source), 'joint-clients').leftOut).toBe('condition')
  })

  it('terminate even when they are circular', () => {
    const source = sampleSource()
    const [services] = source.template.articles
    const clause = services?.clauses[1]
    if (!clause) throw new Error('the sample needs a second clause')
    const circular = { ...clause, when: { not: { kept: clause.id } } }
    source.template.articles[0] = { ...services, clauses: [circular] } as typeof services & object
    expect(clauseIn(assemble(source), clause.id).kept).toBe(false)
  })
})

describe('resolutions', () => {
  it('number their articles as resolutions', () => {
    const source = sampleSource()
    source.template.form = 'resolution'
    expect(assemble(source).articles[1]?.label).toEqual({ zh: '决议二', en: 'Resolution 2' })
    source.template.form = 'decision'
    expect(assemble(source).articles[1]?.label).toEqual({ zh: '决定二', en: 'Decision 2' })
  })

  it('with a single article omit its number, unlike a contract', () => {
    const source = sampleSource()
    const [first] = source.template.articles
    source.template.articles = [first!]
    const labelOf = (form: 'contract' | 'resolution' | 'decision') => {
      source.template.form = form
      return assemble(source).articles[0]?.label
    }
    expect(labelOf('resolution')).toEqual({ zh: '决议', en: 'Resolution' })
    expect(labelOf('decision')).toEqual({ zh: '决定', en: 'Decision' })
    expect(labelOf('contract')).toEqual({ zh: '第一条', en: 'Article 1' })
  })
})

describe('added clauses', () => {
  it('follow the clause they were added to and are numbered', () => {
    const tree = assemble(sampleSource())
    expect(clauseIn(tree, 'added-handover')).toMatchObject({ number: '1.4', state: 'custom', kept: true })
  })

  it('are never lost, even when the preceding clause is gone', () => {
    const source = sampleSource()
    source.answers.added = [{ id: 'added-handover', article: 'services', after: 'gone' }]
    expect(clauseIn(assemble(source), 'added-handover').number).toBe('1.4')
  })
})

it('assembling takes no longer per clause with two hundred clauses than with a few', () => {
  const large = repeatSample(20)
  expect(allClauses(assemble(large)).length).toBeGreaterThan(200)
  const quickest = (source: ReturnType<typeof sampleSource>, times: number) =>
    Math.min(
      ...Array.from({ length: 9 }, () => {
        const start = performance.now()
        for (let n = 0; n < times; n++) assemble(source)
        return performance.now() - start
      }),
    )
  expect(quickest(large, 1)).toBeLessThan(3 * quickest(repeatSample(1), 20))
})

/** The sample with its articles repeated `times` times. */
function repeatSample(times: number) {
  const source = sampleSource()
  const { articles } = source.template
  source.template.articles = Array.from({ length: times }, (_, copy) =>
    articles.map((article) => ({
      ...article,
      id: `${article.id}-${copy}`,
      clauses: article.clauses.map((clause) => ({ ...clause, id: `${clause.id}-${copy}` })),
    })),
  ).flat()
  return source
}
