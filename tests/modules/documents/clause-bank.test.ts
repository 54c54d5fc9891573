import { beforeAll, describe, expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { addClause } from '#assembly/edit/added.ts'
import { type LibraryClause, takeClause } from '#assembly/edit/take-clause.ts'
import { clauseText, writeCustom } from '#assembly/edit.ts'
import { parseMarks } from '#assembly/marks.ts'
import { clauseBank } from '#modules/documents/clause-bank/bank.ts'
import { offeredClauses } from '#modules/documents/clause-bank/offered.ts'
import { originsIn } from '#modules/documents/clause-bank/origin.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { findTemplate, libraryTemplates } from '#modules/templates/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await onPlan(db, cast.lin.viewer.teamId)
})

const ALL = { permissions: ['template.type_1', 'template.type_2'] } as never as Viewer
const service = findTemplate('service-agreement')
const offered = (keyword: string, code = 'service-agreement', page = 1, viewer = ALL) =>
  offeredClauses({ template: findTemplate(code), script: 'Hans' }, viewer, { keyword, subject: '', page })
const search = (keyword: string) =>
  offered(keyword).clauses.map(({ template, clause }) => `${template.code}/${clause.id}`)

/** The text of another template's clause, adapted to a service agreement. */
function takenFrom(
  code: string,
  id: string,
  alternative?: string,
  targetCode = 'service-agreement',
): LibraryClause {
  const clause = clauseBank().find(({ template, clause }) => template.code === code && clause.id === id)!
  for (let page = 1; page < 100; page++) {
    const offeredClause = offeredClauses({ template: findTemplate(targetCode), script: 'Hans' }, ALL, {
      keyword: '',
      subject: clause.article.title.zh,
      page,
    }).clauses.find((one) => one.template.code === code && one.clause.id === id)
    const wording = offeredClause?.wordings.find((each) => each.id === alternative)
    if (wording)
      return {
        ...wording.converted,
        from: { template: code, clause: id, ...(alternative && { alternative }) },
      }
  }
  throw new Error(`${code}/${id} is not offered`)
}

describe('the offered clauses', () => {
  test('contain only marks of the document, the same ones in both languages', () => {
    const { count, subjects } = offered('')
    expect([count > 400, subjects.length > 50]).toEqual([true, true])
    for (const template of libraryTemplates()) {
      for (const { title } of offered('', template.code).subjects.slice(0, 8)) {
        const { clauses } = offeredClauses({ template: template, script: 'Hant' }, ALL, {
          keyword: '',
          subject: title.zh,
          page: 1,
        })
        for (const { converted: taken } of clauses.flatMap(({ wordings }) => wordings)) {
          const marks = [taken.text, ...taken.items].map(({ zh, en }) =>
            [zh, en].map((text) => [
              ...new Set(parseMarks(text).flatMap(({ kind, source }) => (kind === 'text' ? [] : [source]))),
            ]),
          )
          for (const [zh, en] of marks) expect(en?.toSorted()).toEqual(zh?.toSorted())
          const parties = marks.flat(2).flatMap((mark) => /party:(.)/.exec(mark)?.[1] ?? [])
          expect(parties.every((key) => key.charCodeAt(0) - 97 < template.parties.length)).toBe(true)
          expect(marks.flat(2).every((mark) => /^\{(?:this|number|party:.*)\}$/.test(mark))).toBe(true)
        }
      }
    }
  })

  test('exclude those of the document’s own template, and each is offered once', () => {
    const texts = new Set(service.articles.flatMap(({ clauses }) => clauses.map(({ text }) => text.zh)))
    const { count } = offered('争议')
    const allPages = Array.from({ length: Math.ceil(count / 10) }, (_, page) =>
      offered('争议', undefined, page + 1),
    )
    const offeredTexts = allPages.flatMap(({ clauses }) => clauses.map(({ clause }) => clause.text.zh))
    expect(offeredTexts.filter((text) => texts.has(text))).toEqual([])
    expect([offeredTexts.length, new Set(offeredTexts).size]).toEqual([count, count])
  })

  test('are found by words in any language, script and width, in text and guidance', () => {
    const simple = search('保证期间')
    expect(simple.length).toBeGreaterThan(0)
    expect(search('保證期間')).toEqual(simple)
    expect(search('ｇｕａｒａｎｔｅｅ　ｐｅｒｉｏｄ').length).toBeGreaterThan(0)
    expect(search('Guarantee PERIOD')).toEqual(search('guarantee period'))
    expect(search('nosuchword')).toEqual([])
  })

  test('come only from templates that the viewer may use', () => {
    const smallPlan = { permissions: ['template.type_1'] } as never as Viewer
    const none = { permissions: [] } as never as Viewer
    const freeCount = offered('', 'service-agreement', 1, none).count
    expect(freeCount).toBeLessThan(offered('', 'service-agreement', 1, smallPlan).count)
    expect(offered('', 'service-agreement', 1, smallPlan).count).toBeLessThan(offered('').count)
  })
})

describe('a clause taken from the bank', () => {
  test('keeps the roles of the parties, fills in defaults, leaves blanks, and uses the document’s name for itself', () => {
    const { text } = takenFrom('international-sale', 'risk-title', 'retained', 'framework-purchase')
    // In the international sale the buyer is Party B, in the framework agreement Party A.
    expect(text.en).toMatch(
      /until \{party:a\} has paid the total price, title to the Goods belongs to \{party:b\}/,
    )
  })

  const beginAnswers = () => {
    const answers = blankAnswers(service, { primary: 'zh', bilingual: true, script: 'Hans' })
    const article = service.articles[0]!.id
    return addClause(answers, service, { id: 'added-1', article, after: null })
  }
  const openAt = (answers: Answers) =>
    assemble({ name: '', number: '', template: service, answers }).open.filter(({ at }) => at === 'added-1')

  test('is an added clause in both languages, with blanks to fill in, and shows its source', () => {
    const takenClause = takenFrom('contract-amendment', 'extended')
    let answers = takeClause(beginAnswers(), 'added-1', takenClause, [])
    expect(clauseText(answers, service, 'added-1')).toEqual(takenClause.text)
    expect(answers.added[0]).toMatchObject({ from: { template: 'contract-amendment', clause: 'extended' } })
    expect(openAt(answers)).toMatchObject([{ kind: 'invalid', problem: 'blankLeft' }])
    expect(originsIn(service, answers).get('added-1')).toMatchObject({ state: 'same' })

    for (const [side, blank, day] of [
      ['zh', '＿＿＿', '2027年1月1日'],
      ['en', '____', '1 January 2027'],
    ] as const)
      answers = writeCustom(
        answers,
        service,
        'added-1',
        side,
        clauseText(answers, service, 'added-1')[side].replaceAll(blank, day),
      )
    expect(openAt(answers).filter(({ problem }) => problem === 'blankLeft')).toEqual([])
    expect(originsIn(service, answers).get('added-1')).toMatchObject({ state: 'filled' })

    const changedAnswers = writeCustom(answers, service, 'added-1', 'zh', '主合同的期限不延长。')
    expect(originsIn(service, changedAnswers).get('added-1')).toMatchObject({ state: 'changed' })
    const forged = {
      ...changedAnswers,
      added: [{ ...changedAnswers.added[0]!, from: { template: 'nothing', clause: 'extended' } }],
    }
    expect(originsIn(service, forged).size).toBe(0)
  })

  test('includes its items, which are removed with it', () => {
    const { template, clause } = clauseBank().find(
      ({ template, clause, wordings }) =>
        template.code === 'software-development' && clause.items && wordings[0]!.items.length > 1,
    )!
    const takenClause = takenFrom(template.code, clause.id)
    const ids = takenClause.items.map((_, index) => `added-1-${index}`)
    const answers = takeClause(beginAnswers(), 'added-1', takenClause, ids)
    const tree = assemble({ name: '', number: '', template: service, answers })
    const node = tree.articles[0]!.clauses.find(({ id }) => id === 'added-1')!
    expect(node.items.map(({ id }) => id)).toEqual(ids)
    expect(originsIn(service, answers).get('added-1')).toMatchObject({ state: 'same' })
  })
})

test('the editor gets the list only for a draft of its own team', async () => {
  const { id } = await filledDraft(db, cast.lin.viewer)
  const bank = (query = '') => `/mgmt/${id}/clause-bank?locale=en_US&${query}`
  const htmlOf = async (query?: string) =>
    (await (await cast.lin.client.get(bank(query))).json()).model as string
  const subjects = await htmlOf()
  expect(subjects).toContain('data-ask="subject=')
  expect(subjects).not.toContain('data-take')
  const list = await htmlOf('keyword=guarantee')
  expect(list).toMatch(/data-take="\{&quot;text&quot;:/)
  expect(list).toContain('From: ')
  expect(list.length).toBeLessThan(100_000)
  const strange = await cast.lin.client.get(bank('page=-1&keyword=%27%3Cb%3E'))
  expect([strange.status, (await strange.text()).includes('<b>')]).toEqual([200, false])

  expect((await cast.hannah.client.get(bank())).status).toBe(404)
  expect((await newClient(db).get(bank())).headers.get('location')).toMatch(/^\/acct\/login/)
  const final = await finalisedDocument(db, cast.lin.viewer)
  expect((await cast.lin.client.get(`/mgmt/${final}/clause-bank`)).status).toBe(409)
})

test('the approver of the document can see the source of a clause', async () => {
  const { id, version } = await filledDraft(db, cast.lin.viewer)
  const { answers, template } = await findDocument(db, cast.lin.viewer, id)
  const article = template.articles[0]!.id
  const takenClause = takenFrom('contract-amendment', 'extended-terms', undefined, template.code)
  const newAnswers = takeClause(
    addClause(answers, template, { id: 'added-x', article, after: null }),
    'added-x',
    takenClause,
    [],
  )
  await saveAnswers(db, cast.lin.viewer, id, { version, answers: newAnswers })
  const html = await (await cast.lin.client.get(`/mgmt/${id}/risks?locale=en_US`)).text()
  expect(html).toContain('(from the library: Amendment Agreement, unchanged)')
  expect(html).toContain('（来自条款库：')
})
