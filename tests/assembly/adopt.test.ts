import { describe, expect, test } from 'vitest'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { compareTrees, isChanged } from '#assembly/compare/compare.ts'
import { addArticle, addClause, addParty, dropClause, writeCustom } from '#assembly/edit.ts'
import { outline } from '#assembly/outline.ts'
import { plainText } from '#assembly/plain.ts'
import type { Article, Template } from '#assembly/template/template.ts'
import { clauseIn } from '#tests/support/newer-template.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const { template: from, answers: start } = sampleSource()

/** The next version of the sample after a change, and the answers moved to it. */
function adopt(
  change: (template: Template) => void,
  edit: (answers: Answers) => Answers = (answers) => answers,
) {
  const newTemplate = structuredClone(from)
  newTemplate.version++
  change(newTemplate)
  const answersBefore = edit(structuredClone(start))
  const { answers, notes } = adoptTemplate(from, newTemplate, answersBefore)
  const outlined = outline(newTemplate, answers).map(({ article, clauses }) => [
    article.id,
    ...clauses.flatMap(({ id, items = [] }) => [id, ...items.map((item) => `- ${item.id}`)]),
  ])
  const printedText = plainText(assemble({ name: '', number: '', template: newTemplate, answers }), 'en')
  return {
    answers,
    outlined,
    printed: printedText,
    summaries: notes.map(({ kind, id, to: at }) => [kind, id, at].filter(Boolean).join(' ')),
  }
}

const write = (answers: Answers, id: string, text: string) =>
  (['zh', 'en'] as const).reduce((all, side) => writeCustom(all, from, id, side, text), answers)
const addOwnClause = (answers: Answers, id: string, article: string, after: string | null, within?: string) =>
  write(addClause(answers, from, { id, article, after, ...(within && { within }) }), id, `Text of ${id}.`)
const without = (list: { id: string }[], id: string) =>
  list.splice(
    list.findIndex((one) => one.id === id),
    1,
  )
const article = (template: Template, id: string): Article =>
  [...template.articles, ...(template.annexes ?? [])].find((one) => one.id === id)!

test('a mere renaming is no change, and new wording is shown beside the custom text as printed', () => {
  const newTemplate = structuredClone(from)
  Object.assign(clauseIn(newTemplate, 'progress-reports'), { id: 'reports', was: 'progress-reports' })
  Object.assign(article(newTemplate, 'payment'), { id: 'price', was: 'payment' })
  Object.assign(newTemplate.fields[0]!, { id: 'object', was: 'subject' })
  const to2 = JSON.parse(
    JSON.stringify(newTemplate)
      .replaceAll('{subject}', '{object}')
      .replaceAll('{ref:payment}', '{ref:price}'),
  )
  const { answers, before, notes } = adoptTemplate(from, to2, start)
  const newText = assemble({ name: '', number: '', template: to2, answers })
  expect([notes, compareTrees(before, newText).filter(isChanged)]).toEqual([[], []])

  clauseIn(to2, 'subcontracting').text = {
    zh: '{party:b}可以转包{object}。',
    en: '{party:b} may subcontract {object}.',
  }
  const [note] = adoptTemplate(from, to2, start).notes
  expect([note!.kind, note!.now!.en]).toEqual([
    'textBeside',
    'Party B may subcontract the design, development and maintenance of a brand website.',
  ])
})

describe('custom content', () => {
  test('stays the same where nothing has changed', () => {
    const { answers, summaries } = adopt(() => undefined)
    expect([answers, summaries]).toEqual([start, []])
  })

  test('of a removed article moves behind the previous article in order, and items become clauses', () => {
    const { outlined, summaries, answers } = adopt(
      (template) => without(template.articles, 'payment'),
      (answers) => {
        let newAnswers = addOwnClause(answers, 'added-first', 'payment', null)
        newAnswers = addOwnClause(newAnswers, 'added-second', 'payment', 'fee-payment')
        newAnswers = addOwnClause(
          newAnswers,
          'added-before',
          'services',
          from.articles[0]!.clauses.at(-1)!.id,
        )
        return dropClause(newAnswers, from, 'added-second')
      },
    )
    expect(outlined[0]!.slice(-4)).toEqual(['added-before', 'added-handover', 'added-first', 'added-second'])
    expect(answers.clauses['added-second']?.dropped).toBe(true)
    expect(summaries).toEqual(
      expect.arrayContaining([
        'textMoved added-first added-first',
        'textMoved added-second added-second',
        'wordingGone fee-payment',
      ]),
    )
  })

  test('in a removed first article moves to the beginning of the next article', () => {
    const { outlined } = adopt(
      (template) => without(template.articles, 'services'),
      (answers) => addOwnClause(answers, 'added-first', 'services', null),
    )
    expect(outlined[0]).toEqual(
      expect.arrayContaining(['payment', 'added-first', 'added-subcontracting', 'added-handover']),
    )
    expect(outlined[0]!.slice(1, 4)).toEqual(['added-first', 'added-subcontracting', 'added-handover'])
  })

  test('in a removed clause with a list moves together with the list', () => {
    const { outlined, printed } = adopt(
      (template) => without(article(template, 'annex-services').clauses, 'annex-report'),
      (answers) =>
        addOwnClause(
          write(answers, 'annex-report', 'Our report says:'),
          'added-item',
          'annex-services',
          'annex-present',
          'annex-report',
        ),
    )
    const annex = outlined.find(([id]) => id === 'annex-services')!
    expect(annex).toEqual([
      'annex-services',
      'annex-scope',
      'added-annex-report',
      '- added-annex-present',
      '- added-item',
      '- added-annex-hand-over',
    ])
    expect(printed).toMatch(/Our report says:[\s\S]*Text of added-item/)
  })

  test('in a clause that is now mandatory moves behind it, and a clause that may no longer be dropped is printed again', () => {
    const { outlined, summaries, printed } = adopt((template) => {
      Object.assign(clauseIn(template, 'subcontracting'), { fixed: true, droppable: false })
      clauseIn(template, 'progress-reports').droppable = false
    })
    const position = outlined[0]!.indexOf('subcontracting')
    expect(outlined[0]!.slice(position, position + 3)).toEqual([
      'subcontracting',
      'added-subcontracting',
      'added-handover',
    ])
    expect(summaries).toEqual([
      'mustStand progress-reports progress-reports',
      'textFixed subcontracting added-subcontracting',
    ])
    expect(printed).toContain('disclose the subcontractor within 30 days')
  })

  test('finds clauses and fields that were renamed several times, and the first of two that were merged', () => {
    const { answers, summaries, outlined } = adopt(
      (template) => {
        const clause = clauseIn(template, 'subcontracting')
        Object.assign(clause, { id: 'no-subcontracting', was: ['subcontracting', 'progress-reports'] })
        for (const { clauses } of template.articles)
          if (clauses.some(({ id }) => id === 'progress-reports')) without(clauses, 'progress-reports')
        Object.assign(template.fields[0]!, { id: 'object', was: ['matter', 'subject'] })
      },
      (answers) => write(answers, 'progress-reports', 'Reports of {subject}, {ref:subcontracting}.'),
    )
    expect(answers.fields.object).toEqual(start.fields.subject)
    const [first, second] = from.articles[0]!.clauses.map(({ id }) => id).filter((id) =>
      ['subcontracting', 'progress-reports'].includes(id),
    )
    const text = (id: string) => answers.clauses[id]?.custom?.en ?? ''
    expect([text('no-subcontracting'), text(`added-${second}`)].sort()).toEqual(
      ['Reports of {object}, {ref:no-subcontracting}.', start.clauses.subcontracting!.custom!.en].sort(),
    )
    expect(first).toBeDefined()
    expect(outlined[0]).toEqual(
      expect.arrayContaining(['no-subcontracting', `added-${second}`, 'added-handover']),
    )
    expect(summaries).toContain(`textMoved ${second} added-${second}`)
  })

  test('in one of two merged clauses stays under the remaining name', () => {
    const [first, second] = article(from, 'services').clauses.map(({ id }) => id)
    const { answers } = adopt(
      (template) => {
        clauseIn(template, second!).was = first!
        without(article(template, 'services').clauses, first!)
      },
      (answers) => write(write(answers, first!, 'One.'), second!, 'Other.'),
    )
    const text = (id: string) => answers.clauses[id]?.custom?.en
    expect([text(second!), text(`added-${first}`)]).toEqual(['Other.', 'One.'])
  })

  test('prints the old text where a field or clause that it refers to is gone, and still refers to a clause that became custom', () => {
    const { answers, summaries } = adopt(
      (template) => {
        without(template.fields, 'late-rate')
        without(article(template, 'services').clauses, 'subcontracting')
        without(template.articles, 'secrecy')
      },
      (answers) =>
        write(
          answers,
          'fee-payment',
          '{late-rate} {ref:subcontracting} {ref:secrecy} {{x}} {start} {party:a.name}',
        ),
    )
    expect(answers.clauses['fee-payment']?.custom?.en).toBe(
      '0.05 {ref:added-subcontracting} Article 3 {{x}} {start} {party:a.name}',
    )
    expect(summaries).toContain('valueGone late-rate')
  })

  test('of a field with another type, a missing option or a value out of bounds is reported', () => {
    const { answers, summaries } = adopt((template) => {
      const field = (id: string) => template.fields.find((one) => one.id === id)!
      Object.assign(field('late-rate'), { type: 'text', default: undefined })
      Object.assign(field('forum'), { options: field('forum').options!.filter(({ id }) => id !== 'cietac') })
      Object.assign(field('pay-within'), { max: 5 })
      Object.assign(field('fee'), { currencies: ['EUR'] })
      Object.assign(field('subject'), { type: 'longtext' })
    })
    expect(summaries.toSorted()).toEqual([
      'valueGone forum',
      'valueGone late-rate',
      'valueUnfit fee fee',
      'valueUnfit pay-within pay-within',
    ])
    expect(answers.fields).toMatchObject({ fee: start.fields.fee, subject: start.fields.subject })
    expect(Object.keys(answers.fields)).not.toContain('late-rate')
  })

  test('that was not printed anywhere is reported, and appears in no clause of that name', () => {
    const { answers, summaries } = adopt(
      (template) => {
        const clause = clauseIn(template, 'subcontracting')
        article(template, 'breach').clauses.push({ ...clause, id: 'junk' })
      },
      (answers) => ({
        ...answers,
        clauses: { ...answers.clauses, junk: { custom: { zh: '旧', en: 'old' } } },
      }),
    )
    expect([answers.clauses.junk, summaries]).toEqual([undefined, ['textGone junk']])
  })
})

test('a new role is added after the template’s roles, and added parties move on, in texts too', () => {
  const { answers, summaries } = adopt(
    (template) => {
      template.parties.push({
        key: 'c',
        role: { zh: '担保方', en: 'Guarantor' },
        identity: 'company',
        signs: true,
      })
      template.parties[1]!.role = { zh: '承包方', en: 'Contractor' }
    },
    (answers) => {
      const newAnswers = addParty(answers, from, 'individual')
      newAnswers.parties[2]!.name = '王敏'
      return write(newAnswers, 'subcontracting', '{party:c} {party:c.name} {party:b}')
    },
  )
  expect(answers.parties.map(({ key, name }) => [key, name])).toEqual([
    ...start.parties.map(({ key, name }) => [key, name]),
    ['c', ''],
    ['d', '王敏'],
  ])
  expect(answers.signatureArea.order).toEqual(['a', 'b', 'd', 'c'])
  expect(answers.clauses.subcontracting?.custom?.en).toBe('{party:d} {party:d.name} {party:b}')
  expect(summaries).toEqual(['roleOther b b'])
})

test('a role that names its former name is the same role; one for another kind of person is not', () => {
  const withFormerName = (was: string | string[], more: object = {}) =>
    adopt(({ parties }) => {
      Object.assign(parties[1]!, { role: { zh: '承包方', en: 'Contractor' }, was, ...more })
    }).summaries
  const { zh, en } = from.parties[1]!.role
  expect([withFormerName(zh), withFormerName(['其他', en]), withFormerName('其他')]).toEqual([
    [],
    [],
    ['roleOther b b'],
  ])
  const otherKind = from.parties[1]!.identity === 'company' ? 'individual' : 'company'
  expect(withFormerName(zh, { identity: otherKind })).toEqual(['roleOther b b'])
})

test('a custom article stays among the annexes or articles, even when its predecessor is gone', () => {
  const addArticleBehind = (after: string) => (answers: Answers) =>
    write(addArticle(answers, from, { id: 'added-mine', after }, 'added-clause'), 'added-mine', 'Mine')
  const ids = (outlined: string[][]) => outlined.map(([id]) => id)
  expect(
    ids(
      adopt((template) => without(template.articles, 'secrecy'), addArticleBehind('secrecy')).outlined,
    ).slice(1, 4),
  ).toEqual(['payment', 'added-mine', 'breach'])
  expect(
    ids(
      adopt((template) => without(template.annexes!, 'annex-contacts'), addArticleBehind('annex-contacts'))
        .outlined,
    ).slice(-2),
  ).toEqual(['annex-services', 'added-mine'])
  expect(
    ids(adopt((template) => delete template.annexes, addArticleBehind('annex-contacts')).outlined).slice(-2),
  ).toEqual(['general', 'added-mine'])
})

test('names in one text become the rows of a list of people', () => {
  const list = (answer: Answers['fields'][string]) =>
    adopt(
      ({ fields }) =>
        Object.assign(fields[0]!, {
          type: 'table',
          columns: [{ id: 'name', type: 'text', text: { zh: '姓名', en: 'Name' }, holds: 'person' }],
        }),
      (answers) => ({ ...answers, fields: { ...answers.fields, subject: answer } }),
    ).answers.fields.subject
  const row = (index: number, name: unknown) => ({ id: `r${index}`, cells: { name } })
  expect(list({ zh: '周远、陈莲、Oliver Grant', en: 'Zhou Yuan, Chen Lian and Oliver Grant' })).toEqual({
    rows: [
      row(1, { zh: '周远', en: 'Zhou Yuan' }),
      row(2, { zh: '陈莲', en: 'Chen Lian' }),
      row(3, { zh: 'Oliver Grant', en: 'Oliver Grant' }),
    ],
  })
  expect(list({ zh: '周远、陈莲', en: 'Zhou Yuan' })).toEqual({
    rows: [row(1, { zh: '周远、陈莲', en: 'Zhou Yuan' })],
  })
})
