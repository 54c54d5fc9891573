import { describe, expect, test } from 'vitest'
import { adoptTemplate } from '#assembly/adopt/adopt.ts'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { compareTrees, isChanged } from '#assembly/compare/compare.ts'
import {
  addRow,
  confirmCell,
  moveRow,
  removeRow,
  setCell,
  setCurrency,
  writeCell,
} from '#assembly/edit/tables.ts'
import { templateClauses } from '#assembly/outline.ts'
import type { TableRow, TableValue, Template } from '#assembly/template/template.ts'
import { enteredText } from '#modules/documents/drafts/entered-text.ts'
import { translatableUnits, writeTarget } from '#modules/documents/translation/units.ts'
import { typesetRedline } from '#modules/printing/typeset/redline/redline.ts'
import { makeRedline } from '#modules/printing/word/redline.ts'
import { goodsRow, tableAnswers, tableTemplate, tableYaml } from '#tests/support/table-template.ts'
import { openTagged, readTagged } from '#tests/support/tagged-pdf.ts'
import { unzipped } from '#tests/support/zip.ts'

const template = tableTemplate()
const answersOf = (...rows: TableRow[]) => tableAnswers(rows, undefined, template)
const treeOf = (answers: Answers, of = template) =>
  assemble({ name: '', number: 'QS-1', template: of, answers })
const rowsIn = ({ fields }: Answers) => (fields.goods as TableValue).rows

describe('the form', () => {
  test('adds, fills, moves and removes rows, and each row keeps its id', () => {
    let answers = answersOf(goodsRow('r1'), goodsRow('r4'))
    answers = addRow(answers, template, 'goods')
    expect(rowsIn(answers).map(({ id }) => id)).toEqual(['r1', 'r4', 'r5'])
    answers = setCell(answers, template, 'goods', { row: 'r5', column: 'quantity' }, 2)
    answers = moveRow(answers, template, 'goods', { row: 'r5', step: -1 })
    answers = removeRow(answers, template, 'goods', 'r1')
    expect(rowsIn(answers).map(({ id, cells }) => [id, cells.quantity])).toEqual([
      ['r5', 2],
      ['r4', 3],
    ])
    expect(moveRow(answers, template, 'goods', { row: 'r5', step: -1 })).toBe(answers)
    expect(setCell(answers, template, 'goods', { row: 'r5', column: 'amount' }, 2)).toBe(answers)
  })

  test('begins with an empty row, and stores nothing until something is filled in', () => {
    const { goods: _, ...fields } = answersOf().fields
    const answers = { ...answersOf(), fields }
    const filled = setCell(answers, template, 'goods', { row: 'r1', column: 'model' }, 'X')
    expect(filled.fields.goods).toEqual({ rows: [{ id: 'r1', cells: { model: 'X' } }], currency: 'CNY' })
  })

  test('has at most the number of rows that the template allows', () => {
    const answers = answersOf(...Array.from({ length: 50 }, (_, n) => goodsRow(`r${n}`)))
    expect(addRow(answers, template, 'goods')).toBe(answers)
  })

  test('requires the other language again when a text changes', () => {
    const place = { row: 'r1', column: 'name' }
    const answersBefore = answersOf(goodsRow('r1', { name: { zh: '电机', en: 'Motor' } }))
    const writtenAnswers = writeCell(answersBefore, template, 'goods', {
      ...place,
      side: 'zh',
      text: '减速器',
    })
    expect(rowsIn(writtenAnswers)[0]!.cells.name).toEqual({ zh: '减速器', en: 'Motor', stale: 'en' })
    expect(rowsIn(confirmCell(writtenAnswers, template, 'goods', place))[0]!.cells.name).toEqual({
      zh: '减速器',
      en: 'Motor',
    })
  })

  test('keeps the amounts when the currency changes', () => {
    const answers = setCurrency(answersOf(goodsRow('r1')), template, 'goods', 'USD')
    expect(answers.fields.goods).toMatchObject({ currency: 'USD', rows: [{ cells: { price: 120_050 } }] })
  })
})

describe('a comparison', () => {
  const treeBefore = treeOf(answersOf(goodsRow('r1'), goodsRow('r2'), goodsRow('r3')))
  const treeAfter = treeOf(answersOf(goodsRow('r1', { quantity: 5 }), goodsRow('r3'), goodsRow('r4')))

  test('shows changed cells, and added, removed and moved rows', () => {
    const changedBlocks = compareTrees(treeBefore, treeAfter).filter(isChanged)
    const changes = changedBlocks.map(({ id, change, cells }) => [
      id.split('.').at(-1),
      change,
      cells!
        .filter(({ text }) => text.en.some((piece) => piece.change))
        .map(({ text }) =>
          text.en
            .map(
              (piece) =>
                `${piece.change === 'dropped' ? '-' : piece.change === 'added' ? '+' : ''}${piece.text}`,
            )
            .join(' '),
        ),
    ])
    expect(changes).toEqual([
      ['r1', 'reworded', ['-3 +5', '-3,601.50 +6,002.50']],
      ['r2', 'dropped', expect.arrayContaining(['-Servo motor r2'])],
      ['r4', 'added', expect.arrayContaining(['+Servo motor r4'])],
      ['total', 'reworded', ['-9 +11', '-10,804.50 +13,205.50']],
    ])
  })

  test('shows only the move of a moved row, and ignores row numbers', () => {
    const swapped = treeOf(answersOf(goodsRow('r2'), goodsRow('r1'), goodsRow('r3')))
    const changedBlocks = compareTrees(treeBefore, swapped).filter(isChanged)
    expect(changedBlocks.map(({ change, moved }) => [change, moved])).toEqual([[undefined, true]])
  })

  const redline = {
    before: treeBefore,
    after: treeAfter,
    changesOnly: false,
    author: '陈莲',
    stamp: '2026-11-23 10:00',
    note: { zh: '注', en: 'Note' },
    legend: { zh: '例', en: 'Legend' },
    same: { zh: '同', en: 'Same' },
  }

  test('is a table in Word, with added and removed rows tracked as rows', async () => {
    const word = unzipped(await makeRedline(redline)).get('word/document.xml')!
    const rows = [...word.matchAll(/<w:tr>.*?<\/w:tr>/gs)].map(([xml]) => xml)
    const telling = (text: string) => rows.filter((xml) => xml.includes(text))
    expect(telling('Servo motor r4').map((xml) => /<w:trPr>.*?<w:ins /s.test(xml))).toEqual([true])
    expect(telling('Servo motor r2').map((xml) => /<w:trPr>.*?<w:del /s.test(xml))).toEqual([true])
    expect(telling('Servo motor r1').at(-1)).toMatch(/<w:delText[^>]*>3<.*<w:ins .*>5</s)
  })

  test('is a table in the PDF', async () => {
    const { elements } = readTagged(await openTagged(await typesetRedline(redline, new Date('2026-11-23'))))
    expect(elements.filter(({ role }) => role === 'TH').map(({ text }) => text)).toContain('名称')
    const text = elements.map((one) => one.text).join('')
    for (const row of ['r1', 'r2', 'r3', 'r4']) expect(text).toContain(`Servo motor ${row}`)
  })
})

describe('other readers of texts', () => {
  const answers = answersOf(
    goodsRow('r1', { name: '减速器' }),
    goodsRow('r2', { name: { zh: '电机3台', en: '5 motors' } }),
  )

  test('find, translate and compare the texts in cells', () => {
    expect(enteredText(answers)).toContain('减速器')
    const unit = translatableUnits(template, answers).find(({ key }) => key === 'cell:goods.r1.name')
    expect(unit).toEqual({ key: 'cell:goods.r1.name', source: '减速器', target: '', open: true })
    const translated = writeTarget(answers, template, unit!.key, 'Reducer')
    expect(rowsIn(translated)[0]!.cells.name).toEqual({ zh: '减速器', en: 'Reducer' })
    const points = treeOf(translated).open.filter(({ kind }) => kind === 'mismatch')
    expect(points).toMatchObject([
      {
        at: 'goods-table',
        check: 'numbers',
        field: 'goods',
        cell: { row: 2, column: 'name' },
        detail: { zh: '3台', en: '5' },
      },
    ])
  })

  test('count a term in a cell as used', () => {
    const customTexts = {
      custom: { zh: '“伺服电机r9”指第一批货物。', en: '“Servo motor r9” means the first lot.' },
    }
    const termsIn = (...rows: TableRow[]) =>
      treeOf({ ...answersOf(...rows), clauses: { scope: customTexts } }).open.filter(
        ({ check }) => check === 'termUnused',
      ).length
    expect([termsIn(goodsRow('r1')), termsIn(goodsRow('r9'))]).toEqual([1, 0])
  })
})

describe('a rule', () => {
  const ruled = tableTemplate(
    tableYaml.replace(
      'minutes: 5',
      'minutes: 5\nrules:\n  - id: sum\n    must: { equal: [{ total: goods.amount }, fee] }\n    at: fee\n    message: { zh_CN: 金额合计应等于服务费, en_US: The amounts have to add up to the fee }',
    ),
  )
  const brokenRulesOf = (price: number, more: object = {}) => {
    const answers = tableAnswers([goodsRow('r1', { quantity: 4, price })], undefined, ruled)
    Object.assign(answers.fields.goods as object, more)
    return treeOf(answers, ruled).open.filter(({ rule }) => rule === 'sum').length
  }

  test('compares the total of a column with a sum', () => {
    expect([brokenRulesOf(250_000), brokenRulesOf(250_001), brokenRulesOf(0.5 as never)]).toEqual([0, 1, 0])
  })
})

describe('another version of a template', () => {
  const withReplacedYaml = (old: string, now: string): Template => tableTemplate(tableYaml.replace(old, now))

  test('keeps the rows, whatever their columns are called now', () => {
    const newTemplate = withReplacedYaml('{ id: model, type: text', '{ id: kind, was: model, type: text')
    const { answers, notes } = adoptTemplate(template, newTemplate, answersOf(goodsRow('r1')))
    expect(rowsIn(answers)[0]!.cells).toEqual({ ...goodsRow('r1').cells, model: undefined, kind: 'SM-400' })
    expect(notes).toEqual([])
  })

  const without = withReplacedYaml('      - { id: model, type: text, zh: 型号, en: Model }\n', '')
  const model = { zh: '型号', en: 'Type SM-9' }

  test('keeps the rows when a filled column is gone, and reports its cells row by row', () => {
    const rows = [goodsRow('r1'), goodsRow('r2', { model: ' ' }), goodsRow('r3', { model })]
    const { answers, notes } = adoptTemplate(template, without, answersOf(...rows))
    expect(rowsIn(answers).map(({ id, cells }) => [id, cells])).toEqual(
      rows.map(({ id, cells: { model: _, ...cells } }) => [id, cells]),
    )
    expect(notes).toEqual([
      {
        kind: 'columnGone',
        id: 'goods.model',
        to: 'goods',
        label: { zh_CN: '货物清单：型号', en_US: 'Goods: Model', zh_TW: '貨物清單：型號' },
        text: { zh: '1. SM-400\n3. 型号', en: '1. SM-400\n3. Type SM-9' },
      },
    ])
    expect(adoptTemplate(template, without, answersOf(goodsRow('r1', { model: '' }))).notes).toEqual([])
  })

  test('keeps the rows when the type of a column has changed, with the currency of the values', () => {
    const newTemplate = tableTemplate(
      tableYaml
        .replace('{ id: price, type: money,', '{ id: price, type: text,')
        .replace(/.*id: amount, type: money.*\n/, '')
        .replace(/ {4}currencies: \[CNY, USD\] {16}#.*\n/, ''),
    )
    const { answers, notes } = adoptTemplate(template, newTemplate, answersOf(goodsRow('r1')))
    expect(rowsIn(answers)[0]!.cells).toEqual({ ...goodsRow('r1').cells, price: undefined })
    expect(answers.fields.goods).not.toHaveProperty('currency')
    expect(notes).toMatchObject([{ kind: 'columnGone', id: 'goods.price', text: { zh: '1. CNY 1,200.50' } }])
  })

  test('reports a missing option of a column, and keeps the others', () => {
    const column = (...options: string[]) =>
      withReplacedYaml(
        'id: model, type: text, zh: 型号, en: Model }',
        `id: model, type: choice, zh: 型号, en: Model, options: [${options.join(', ')}] }`,
      )
    const option = (id: string, was = '') =>
      `{ id: ${id}, ${was}zh: 型${id}, en: Type ${id}, label: { zh_CN: ${id}, en_US: ${id} } }`
    const oldTemplate = column(option('old'), option('gone'), option('plain'))
    const newTemplate = column(option('new', 'was: old, '), option('plain'))
    const rows = ['old', 'gone', 'plain'].map((model, n) => goodsRow(`r${n}`, { model }))
    const { answers, notes } = adoptTemplate(
      oldTemplate,
      newTemplate,
      tableAnswers(rows, undefined, oldTemplate),
    )
    expect(rowsIn(answers).map(({ cells }) => cells.model)).toEqual(['new', undefined, 'plain'])
    expect(notes).toMatchObject([{ kind: 'columnGone', text: { zh: '2. 型gone', en: '2. Type gone' } }])
  })

  test('reports the whole table when none of its columns remains', () => {
    const column = { id: 'lot', type: 'text' as const, text: { zh: '批次', en: 'Lot' } }
    const fields = template.fields.map((field) =>
      field.id === 'goods' ? { ...field, columns: [column] } : field,
    )
    const rows = [goodsRow('r1'), goodsRow('r2')]
    const { answers, notes } = adoptTemplate(template, { ...template, fields }, answersOf(...rows))
    expect(answers.fields.goods).toBeUndefined()
    expect(notes).toMatchObject([
      {
        kind: 'valueGone',
        id: 'goods',
        text: { en: expect.stringMatching(/Servo motor r1 \| SM-400[\s\S]*Servo motor r2/) },
      },
    ])
  })

  test('keeps the name of a removed table in a sentence, which never printed it', () => {
    const fields = template.fields.filter(({ id }) => id !== 'goods')
    const [first] = templateClauses(template)
    const id = first!.clause.id
    const custom = { zh: '见{goods}。', en: 'See {goods}.' }
    const writtenAnswers = { ...answersOf(goodsRow('r1')), clauses: { [id]: { custom } } }
    const { answers } = adoptTemplate(template, { ...template, fields }, writtenAnswers)
    expect(answers.clauses[id]?.custom).toEqual(custom)
  })

  test('keeps the text of a field that became a table', () => {
    const fieldYaml =
      '    type: longtext\n    group: subject\n    label: { zh_CN: 货物清单, en_US: Goods }\n    required: true\n'
    const oldTemplate = tableTemplate(
      tableYaml
        .replace(/ {4}type: table\n[\s\S]*?(?=articles:)/, `${fieldYaml}\n`)
        .replace('供应下列货物：', '供应下列货物：{goods}')
        .replace('to {party:a}:', 'to {party:a}: {goods}')
        .replace('        table: goods\n', ''),
    )
    const answers = {
      ...answersOf(),
      fields: { ...answersOf().fields, goods: { zh: '电机三台', en: 'three motors' } },
    }
    const adopted = adoptTemplate(oldTemplate, template, answers)
    expect(adopted.notes).toMatchObject([
      { kind: 'valueGone', id: 'goods', text: { zh: '电机三台', en: 'three motors' } },
    ])
    expect(adopted.answers.fields.goods).toBeUndefined()
  })
})
