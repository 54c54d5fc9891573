import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import * as edit from '#assembly/edit.ts'
import { templateClauses } from '#assembly/outline.ts'
import { plainText } from '#assembly/plain.ts'
import { arbitrarySource } from '#tests/support/arbitrary-template.ts'
import { runs } from '#tests/support/runs.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const { template, answers } = sampleSource()

describe('dropping', () => {
  it('and then restoring any clause of any document changes nothing', () => {
    let dropCount = 0
    fc.assert(
      fc.property(arbitrarySource(), (source) => {
        for (const { clause } of templateClauses(source.template)) {
          if (source.answers.clauses[clause.id]?.dropped) continue
          const without = edit.dropClause(source.answers, source.template, clause.id)
          if (without !== source.answers) dropCount++
          expect(edit.restoreClause(without, source.template, clause.id)).toEqual(source.answers)
        }
      }),
      runs(50),
    )
    expect(dropCount).toBeGreaterThan(0)
  })

  it('keeps custom text until the clause is restored', () => {
    const without = edit.dropClause(answers, template, 'subcontracting')
    expect(without.clauses.subcontracting).toEqual({ ...answers.clauses.subcontracting, dropped: true })
  })
})

describe('custom text', () => {
  const write = (before: typeof answers, side: 'zh' | 'en', text: string, since?: typeof answers) =>
    edit.writeCustom(before, template, 'term', side, text, since)

  it('starts from the current text and makes the other side stale', () => {
    const writtenAnswers = write(answers, 'zh', '服务自{start}起算。')
    expect(writtenAnswers.clauses.term).toEqual({
      custom: { zh: '服务自{start}起算。', en: expect.stringContaining('The services begin on {start}') },
      stale: 'en',
    })
  })

  it('is no longer stale once the other side is written or confirmed', () => {
    const writtenAnswers = write(answers, 'zh', '服务自{start}起算。')
    expect(write(writtenAnswers, 'en', 'The services begin on {start}.').clauses.term?.stale).toBeUndefined()
    expect(edit.confirmTwin(writtenAnswers, template, 'term').clauses.term?.stale).toBeUndefined()
  })

  it('counts all key strokes of one visit as one edit', () => {
    const stale = write(answers, 'zh', '服务自{start}起算。')
    const firstStroke = write(stale, 'en', 'The services', stale)
    const secondStroke = write(firstStroke, 'en', 'The services begin on {start}.', stale)
    expect(secondStroke.clauses.term?.stale).toBeUndefined()
    const laterVisit = write(secondStroke, 'en', 'The services begin later.', secondStroke)
    expect(laterVisit.clauses.term?.stale).toBe('zh')
    expect(
      write(laterVisit, 'en', 'The services begin on {start}.', secondStroke).clauses.term?.stale,
    ).toBeUndefined()
  })

  it('leaves nothing behind when it is discarded', () => {
    expect(edit.discardCustom(write(answers, 'zh', '新'), template, 'term')).toEqual(answers)
  })

  it('is replaced by a chosen alternative; an unknown alternative changes nothing', () => {
    const writtenAnswers = edit.writeCustom(answers, template, 'fee-payment', 'zh', '另行约定。')
    const chosenAnswers = edit.chooseAlternative(writtenAnswers, template, 'fee-payment', 'instalments')
    expect(chosenAnswers.clauses['fee-payment']).toEqual({ alternative: 'instalments' })
    expect(edit.chooseAlternative(chosenAnswers, template, 'fee-payment', 'nonsense')).toBe(chosenAnswers)
    expect(edit.chooseAlternative(chosenAnswers, template, 'fee-payment', null).clauses).not.toHaveProperty(
      'fee-payment',
    )
  })
})

describe('added clauses', () => {
  const add = (before: typeof answers, id: string, after: string | null) =>
    edit.addClause(before, template, { id, article: 'payment', after })
  const order = (after: typeof answers) =>
    assemble({ ...sampleSource(), answers: after })
      .articles.find(({ id }) => id === 'payment')
      ?.clauses.map(({ id }) => id)

  it('directly follow their clause, or come first', () => {
    const withBothClauses = add(add(answers, 'added-1', 'fee-payment'), 'added-2', 'fee-payment')
    expect(order(withBothClauses)).toEqual([
      'fee-payment',
      'added-2',
      'added-1',
      'late-payment',
      'instalments-tax',
    ])
    expect(order(add(answers, 'added-1', null))?.[0]).toBe('added-1')
  })

  it('keep their order when one of them is removed', () => {
    let three = add(answers, 'added-1', 'fee-payment')
    three = add(add(three, 'added-2', 'fee-payment'), 'added-3', 'added-1')
    expect(order(three)?.slice(1, 4)).toEqual(['added-2', 'added-1', 'added-3'])
    const two = edit.removeAddedClause(three, template, 'added-1')
    expect(order(two)?.slice(1, 3)).toEqual(['added-2', 'added-3'])
    expect(two.clauses).not.toHaveProperty('added-1')
  })

  it('can be items of a clause, numbered after its own, and are removed with it', () => {
    const item = (before: typeof answers, id: string, within: string, after: string | null = null) =>
      edit.addClause(before, template, { id, article: 'payment', after, within })
    const nodeOf = (after: typeof answers, id: string) =>
      assemble({ ...sampleSource(), answers: after })
        .articles.flatMap(({ clauses }) => clauses)
        .find((clause) => clause.id === id)
    const withAddedClause = add(answers, 'added-1', 'fee-payment')
    const two = item(item(withAddedClause, 'added-2', 'added-1'), 'added-3', 'added-1', 'added-2')
    const writtenAnswers = edit.writeCustom(two, template, 'added-3', 'zh', '第二项')
    expect(nodeOf(writtenAnswers, 'added-1')?.items.map(({ id, number }) => [id, number])).toEqual([
      ['added-2', '(1)'],
      ['added-3', '(2)'],
    ])
    expect(edit.removeAddedClause(writtenAnswers, template, 'added-1')).toEqual(answers)
    expect(
      nodeOf(edit.removeAddedClause(writtenAnswers, template, 'added-2'), 'added-1')?.items,
    ).toHaveLength(1)
    const ofTemplate = item(answers, 'added-2', 'fee-payment')
    expect(nodeOf(ofTemplate, 'fee-payment')?.items.at(0)).toMatchObject({ id: 'added-2', number: '(1)' })
    expect(item(answers, 'added-2', 'scope')).toBe(answers)
  })

  it('become clauses when the clause of which they were items is gone', () => {
    const addedClauses = [{ id: 'added-1', article: 'payment', after: null, within: 'gone' }]
    expect(order({ ...answers, added: addedClauses })).toContain('added-1')
  })

  it('are rejected with a used id or after an unknown clause', () => {
    expect(add(answers, 'scope', null)).toBe(answers)
    expect(add(answers, 'added-1', 'nowhere')).toBe(answers)
  })

  it('leave nothing behind when removed', () => {
    expect(edit.removeAddedClause(add(answers, 'added-1', null), template, 'added-1')).toEqual(answers)
  })
})

describe('added articles', () => {
  const withArticle = edit.addArticle(answers, template, { id: 'own', after: 'services' }, 'own-1')
  const treeOf = (now: typeof answers) => assemble({ ...sampleSource(), answers: now })

  it('follow their article, contain a clause and are numbered like all others', () => {
    const titled = edit.writeCustom(withArticle, template, 'own', 'zh', '样机')
    const writtenAnswers = edit.writeCustom(titled, template, 'own-1', 'zh', '样机归{party:a}。')
    const tree = treeOf(writtenAnswers)
    const articleIndex = tree.articles.findIndex(({ id }) => id === 'own')
    expect(tree.articles[articleIndex - 1]?.id).toBe('services')
    expect(tree.articles[articleIndex]).toMatchObject({
      title: { zh: '样机', en: '' },
      kept: true,
      added: true,
    })
    expect(tree.articles[articleIndex]?.number).toBe(tree.articles[articleIndex - 1]!.number + 1)
    expect(tree.articles[articleIndex]?.clauses.map(({ number }) => number)).toEqual([
      `${tree.articles[articleIndex]?.number}.1`,
    ])
    expect(plainText(tree, 'zh')).toContain('样机归甲方。')
  })

  it('are open until title and clause exist in both languages, and can be stale like custom texts', () => {
    const openPointsOf = (now: typeof answers) =>
      treeOf(now).open.flatMap(({ at, problem, kind }) => (/^own/.test(at) ? [[at, problem ?? kind]] : []))
    expect(openPointsOf(withArticle)).toEqual([
      ['own', 'textEmpty'],
      ['own-1', 'textEmpty'],
    ])
    let completeAnswers = edit.writeCustom(withArticle, template, 'own-1', 'zh', '样机归甲方。')
    completeAnswers = edit.writeCustom(
      completeAnswers,
      template,
      'own-1',
      'en',
      'The prototype is Party A’s.',
    )
    completeAnswers = edit.writeCustom(completeAnswers, template, 'own', 'zh', '样机')
    completeAnswers = edit.writeCustom(completeAnswers, template, 'own', 'en', 'Prototype')
    expect(openPointsOf(completeAnswers)).toEqual([])
    expect(openPointsOf(edit.writeCustom(completeAnswers, template, 'own', 'zh', '样品'))).toEqual([
      ['own', 'stale'],
    ])
    expect(openPointsOf(edit.writeCustom(completeAnswers, template, 'own', 'zh', '样'.repeat(201)))).toEqual([
      ['own', 'tooLong'],
    ])
  })

  it('leave nothing behind when removed, and the following articles move up', () => {
    const two = edit.addArticle(withArticle, template, { id: 'next', after: 'own' }, 'next-1')
    const item = edit.addClause(two, template, { id: 'own-2', article: 'own', after: null, within: 'own-1' })
    const answersLeft = edit.removeArticle(item, template, 'own')
    expect(answersLeft.addedArticles).toEqual([{ id: 'next', after: 'services' }])
    expect(edit.removeArticle(answersLeft, template, 'next')).toEqual(answers)
  })

  it('are rejected with a used id or after an unknown article', () => {
    expect(edit.addArticle(withArticle, template, { id: 'own', after: null }, 'own-2')).toBe(withArticle)
    expect(edit.addArticle(answers, template, { id: 'own', after: 'nowhere' }, 'own-1')).toBe(answers)
    expect(edit.addArticle(answers, template, { id: 'own', after: null }, 'scope')).toBe(answers)
  })
})

describe('parties', () => {
  it('close the gap in their letters when one is removed, in the signature area too', () => {
    fc.assert(
      fc.property(arbitrarySource(), fc.nat(9), (source, choice) => {
        const { parties } = source.answers
        const removedKey = parties[choice % parties.length]?.key ?? ''
        const answersLeft = edit.removeParty(source.answers, source.template, removedKey)
        const keys = answersLeft.parties.map(({ key }) => key)
        expect(keys.join('')).toBe('abcdefghij'.slice(0, keys.length))
        const isRemovable = edit.removableParty(source.answers, source.template, removedKey)
        expect(keys.length).toBe(parties.length - (isRemovable ? 1 : 0))
        expect(answersLeft.signatureArea.order.every((key) => keys.includes(key))).toBe(true)
        expect(new Set(answersLeft.signatureArea.order).size).toBe(answersLeft.signatureArea.order.length)
        const labels = assemble({ ...source, answers: answersLeft }).parties.map(({ label }) => label.zh)
        expect(labels.join('')).toBe('甲方乙方丙方丁方戊方己方庚方辛方壬方癸方'.slice(0, keys.length * 2))
      }),
      runs(100),
    )
  })

  it('keep their marks in custom texts, which never refer to another party', () => {
    const three = edit.addParty(edit.addParty(answers, template), template)
    const text = '{party:c}与{party:d.name}'
    const writtenAnswers = edit.writeCustom(three, template, 'term', 'zh', text)
    const answersLeft = edit.removeParty(writtenAnswers, template, 'c')
    expect(answersLeft.clauses.term?.custom?.zh).toBe('{party:removed}与{party:c.name}')
    const tree = assemble({ ...sampleSource(), answers: answersLeft })
    expect(tree.open).toContainEqual(expect.objectContaining({ at: 'term', problem: 'partyMissing' }))
  })

  it('begin a sentence with a capital letter when they are missing', () => {
    const text = '{party:d} pays. {party:d} and {party:d} sign.'
    const writtenAnswers = edit.writeCustom(answers, template, 'term', 'en', text)
    const { articles } = assemble({ ...sampleSource(), answers: writtenAnswers })
    const [clause] = articles.flatMap(({ clauses }) => clauses.filter(({ id }) => id === 'term'))
    expect(clause!.text.en.map((run) => run.text).join('')).toBe(
      'The relevant Party pays. The relevant Party and the relevant Party sign.',
    )
  })

  it('are at most ten', () => {
    let answersWithParties = answers
    for (let index = 0; index < 12; index++) answersWithParties = edit.addParty(answersWithParties, template)
    expect(answersWithParties.parties.map(({ key }) => key).join('')).toBe('abcdefghij')
  })
})

describe('fields', () => {
  it('are empty when cleared; unknown ones are ignored', () => {
    const filled = edit.fillField(answers, template, 'end', '2027-03-31')
    expect(edit.clearField(filled, template, 'end')).toEqual(answers)
    expect(edit.fillField(answers, template, 'nonsense', 'x')).toBe(answers)
  })
})

it('does not modify the given answers', () => {
  const answersBefore = JSON.stringify(answers)
  edit.dropClause(answers, template, 'term')
  edit.writeCustom(answers, template, 'term', 'zh', '新')
  edit.setParty(answers, template, 'a', { name: '别人' })
  edit.setLanguages(answers, template, { primary: 'en' })
  edit.setSignatureArea(answers, template, { place: false })
  expect(JSON.stringify(answers)).toBe(answersBefore)
})
