import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addClause, confirmTwin, writeCustom } from '#assembly/edit.ts'
import { eraseDocuments } from '#modules/documents/erasure.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { findMemory, importMemory, undoImport } from '#modules/documents/tmx/memory-exchange.ts'
import {
  MAX_SEGMENT_LENGTH,
  MAX_UNITS,
  type ReadPair,
  readTmx,
  TmxRefused,
} from '#modules/documents/tmx/read-tmx.ts'
import { TMX_FOOT, TMX_HEAD, unitOf } from '#modules/documents/tmx/write-tmx.ts'
import { setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { cleanText, forbiddenCharacter } from '#src/core/text/clean-text.ts'
import { filledDraft, saleDraft } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { caseCount } from '#tests/support/runs.ts'
import { postFiles } from '#tests/support/upload.ts'

const COUNT = caseCount(500, 20_000)
const PAGE = '/mgmt/acct-info/translation-memory'
const context = setUpCast()

beforeEach(async () => {
  await context.db.deleteFrom('documents.translation_pair').execute()
  await context.db.deleteFrom('documents.memory_import').execute()
})
afterEach(() => setClock(null))

const bytesOf = (text: string) => new TextEncoder().encode(text)
const readText = (text: string) => readTmx(bytesOf(text))
const tmx = (body: string, before = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${before}<tmx version="1.4"><header/><body>${body}</body></tmx>`
const unit = (zh: string, en: string) =>
  `<tu><tuv xml:lang="zh-CN"><seg>${zh}</seg></tuv><tuv xml:lang="en-GB"><seg>${en}</seg></tuv></tu>`
const lin = () => context.cast.lin.viewer
const importPairs = (pairs: ReadPair[], replace = false, viewer = lin()) =>
  importMemory(context.db, viewer, { fileName: 'memory.tmx', pairs, faults: [], replace })
const pair = (zh: string, en: string, at: Date | null = null) => ({ zh, en, at })
const listPairs = async (teamId = lin().teamId) =>
  (
    await context.db
      .selectFrom('documents.translation_pair')
      .select(['zh', 'en'])
      .where('team_id', '=', teamId)
      .orderBy('noted_at')
      .execute()
  ).map(({ zh, en }) => `${zh} = ${en}`)
const latestImport = async () => (await findMemory(context.db, lin())).imports[0]!
const exportMemory = async () => (await context.cast.lin.client.get(`${PAGE}.tmx`)).text()

const piece = fc.oneof(
  fc.constantFrom(
    '{fee}',
    '{ref:payment}',
    '{party:a.name}',
    '{number}',
    '{{',
    '}}',
    '{',
    '}',
    '{Not a mark}',
    '{party:z}',
    '<',
    '>',
    '&',
    '"',
    "'",
    ']]>',
    '<![CDATA[',
    '&amp;',
    '<!--',
    '</seg>',
    '<ph x="1">',
    '&#13;',
    '😀',
    '𠮷',
    '保密信息',
    '　',
    '  ',
    '\n',
    '\t',
    ' \n ',
    'é',
    'ﬁ',
    '“引”',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const text = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => cleanText(pieces.join('')))
  .filter((one) => one.trim() !== '' && !forbiddenCharacter(one) && !/[\ufffe\uffff]/.test(one))

describe('a translation memory as TMX', () => {
  test(`is restored unchanged, whatever its texts contain (${COUNT})`, async () => {
    const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text, at), { minLength: 1, maxLength: 5 }), async (all) => {
        const units = all.map(([zh, en, noted_at]) => unitOf({ zh, en, noted_at }))
        const { pairs, faults } = await readText(TMX_HEAD + units.join('') + TMX_FOOT)
        expect(faults).toEqual([])
        expect(pairs).toEqual(all.map(([zh, en, noted]) => ({ zh, en, at: noted })))
      }),
      { numRuns: COUNT },
    )
  })

  test('is exported and imported into another team on the page, each pair with its time, in more than one batch', async () => {
    const manyPairs = Array.from({ length: 1500 }, (_, n) =>
      pair(
        `第${n}条：由{party:a}支付 <${n}> & “{fee}”。`,
        `Clause ${n}: {party:a} pays "{fee}".`,
        new Date(n * 1000),
      ),
    )
    await importPairs([
      ...manyPairs,
      pair('同一句', 'One way', new Date(1)),
      pair('同一句', 'Another way', new Date(2)),
    ])
    const file = await context.cast.lin.client.get(`${PAGE}.tmx`)
    expect(file.headers.get('content-disposition')).toMatch(/\.tmx"/)
    const { pairs } = await readTmx(new Uint8Array(await file.arrayBuffer()))
    expect(pairs).toHaveLength(1502)
    const { client, viewer } = context.cast.hannah
    const response = await postFiles(client, PAGE, {}, [
      { field: 'file', name: 'memory.tmx', bytes: bytesOf(await exportMemory()) },
    ])
    expect(response.status).toBe(303)
    expect(await listPairs(viewer.teamId)).toEqual(await listPairs())
    const page = await (await client.get(PAGE)).text()
    expect(page).toContain('1,502 new pairs')
  })

  test('contains the texts in the cells of a table, once their document is final', async () => {
    const { id, version } = await saleDraft(context.db, lin())
    await finaliseDocument(context.db, lin(), id, version)
    expect(await listPairs()).toEqual(expect.arrayContaining(['伺服电机 = Servo motor', '台 = set']))
    const { pairs } = await readText(await exportMemory())
    expect(pairs).toContainEqual(expect.objectContaining({ zh: '谐波减速器', en: 'Harmonic reducer' }))
  })

  test('protects marks from other programs', () => {
    const out = unitOf({ zh: '由{party:a}支付', en: '{{literally}} {fee}', noted_at: new Date(0) })
    expect(out).toContain('由<ph x="1" type="x-qishu">{party:a}</ph>支付')
    expect(out).toContain('{literally} <ph x="1" type="x-qishu">{fee}</ph>')
  })
})

describe('a file of another program', () => {
  test('is read without its formatting, in any encoding and variety of language', async () => {
    const body = `<tu tuid="1" changedate="20250102T030405Z"><note>n</note>
      <tuv xml:lang="ZH-hant"><prop type="x">p</prop><seg>甲方應於<bpt i="1">&lt;b&gt;</bpt>三日<ept i="1">&lt;/b&gt;</ept>內付款 {0}</seg></tuv>
      <tuv lang="EN_us"><seg>Party A shall <hi type="b">pay</hi> within <ph x="1">{1}</ph>three days<ut>x</ut> &#x26; more</seg></tuv>
      <tuv xml:lang="de"><seg>Zahlung</seg></tuv></tu>`
    const whole = tmx(body, '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n')
    const expected = [
      {
        zh: '甲方應於三日內付款 {{0}}',
        en: 'Party A shall pay within three days & more',
        at: new Date('2025-01-02T03:04:05Z'),
      },
    ]
    expect((await readText(whole)).pairs).toEqual(expected)
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(whole, 'utf16le')])
    expect((await readTmx(utf16)).pairs).toEqual(expected)
    expect((await readTmx(Buffer.from(utf16).swap16())).pairs).toEqual(expected)
  })

  test('has its invalid units reported with line and reason; the others are imported', async () => {
    const body = [
      unit('好', 'Good'),
      '<tu><tuv xml:lang="en"><seg>Alone</seg></tuv></tu>',
      unit(' ', 'Empty'),
      unit('长'.repeat(MAX_SEGMENT_LENGTH + 1), 'Long'),
      unit('反\u202e向', 'Turned'),
      unit('再见', 'Bye'),
    ].join('\n')
    const { pairs, faults } = await readText(tmx(body))
    expect(pairs.map(({ en }) => en)).toEqual(['Good', 'Bye'])
    expect(faults.map(({ unit, line, problem }) => [unit, line, problem.split('.').slice(-1)[0]])).toEqual([
      [2, 3, 'languages'],
      [3, 4, 'languages'],
      [4, 5, 'long'],
      [5, 6, 'U202E'],
    ])
  })

  const laughs = `<!DOCTYPE tmx [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "&a${n ? n - 1 : ''};&a${n ? n - 1 : ''};">`).join('')}]>\n`
  const WRONG_FILES: [string, string, string][] = [
    ['billion laughs', tmx(unit('&a19;', 'x'), laughs), 'doctype'],
    [
      'an outside entity',
      tmx(unit('&x;', 'x'), '<!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      'doctype',
    ],
    ['an unknown entity', tmx(unit('&nbsp;', 'x')), 'xml'],
    ['an element never closed', tmx('<tu>'), 'xml'],
    ['no XML', 'zh,en\n好,Good', 'xml'],
    ['nothing', '', 'xml'],
    ['another XML', '<xliff version="1.2"></xliff>', 'notTmx'],
    ['elements without end', tmx('<tu>'.repeat(5000)), 'deep'],
    ['too many units', tmx('<tu/>'.repeat(MAX_UNITS + 1)), 'many'],
  ]

  test.each(WRONG_FILES)('with %s is refused', async (_, file, why) => {
    const startTime = performance.now()
    const error = await readText(file).catch((refused) => refused)
    expect(error).toBeInstanceOf(TmxRefused)
    expect(error.why).toBe(why)
    expect(performance.now() - startTime).toBeLessThan(5000)
  })

  test('with another encoding is refused and does not change the memory', async () => {
    await expect(readTmx(Buffer.from('<tmx>\xe9</tmx>', 'latin1'))).rejects.toMatchObject({ why: 'encoding' })
    await importPairs([pair('好', 'Good')])
    const { client } = context.cast.lin
    const post = async (files: { field: string; name: string; bytes: Uint8Array<ArrayBuffer> }[]) => {
      const answer = await postFiles(client, `${PAGE}?locale=en_US`, { replace: 'yes' }, files)
      return [answer.status, /id="file-note"[^>]*>([^<]*)/.exec(await answer.text())?.[1]]
    }
    const file = (content: string) => [{ field: 'file', name: 'm.tmx', bytes: bytesOf(content) }]
    expect(await post([])).toEqual([422, 'Please choose a TMX file'])
    expect(await post(file(tmx('\n<tu></tuv>')))).toEqual([
      422,
      'The file is not well-formed XML: line 3, column 10',
    ])
    expect(await post(file(laughs + tmx('')))).toEqual([
      422,
      'The file defines its own document type (line 1); for security, such files are not read',
    ])
    expect((await post(file(' '.repeat(20 * 1024 * 1024 + 1))))[1]).toBe('The file is larger than 20 MB')
    expect(await listPairs()).toEqual(['好 = Good'])
  })
})

describe('an import', () => {
  test('shows the number of new, existing, and conflicting pairs', async () => {
    await importPairs([pair('费用', 'fee'), pair('期限', 'term')])
    await importPairs([
      pair('费用', 'fee'),
      pair('期限', 'period'),
      pair('地点', 'place'),
      pair('地点', 'place'),
    ])
    expect(await latestImport()).toMatchObject({ added: 1, same: 2, differing: 1, replaced: false })
    expect((await listPairs()).sort()).toEqual(['地点 = place', '期限 = term', '费用 = fee'].sort())
  })

  test('takes precedence over existing pairs in suggestions, until it is undone', async () => {
    await importPairs([pair('期限', 'term')])
    await importPairs([pair('期限', 'period', new Date(0))], true)
    expect(await latestImport()).toMatchObject({ added: 1, differing: 1, replaced: true })
    expect(await listPairs()).toEqual(['期限 = term', '期限 = period'])
    const undone = await context.cast.lin.client.post(`${PAGE}/${(await latestImport()).id}/undoing`)
    expect(undone.status).toBe(303)
    expect(await listPairs()).toEqual(['期限 = term'])
    expect((await latestImport()).undone_at).not.toBeNull()
    await undoImport(context.db, lin(), (await latestImport()).id)
    expect(await listPairs()).toEqual(['期限 = term'])
  })

  test('keeps a pair after the undo if a document was finalised with it', async () => {
    const settledPair = { zh: '双方每日对账一次。', en: 'The parties shall reconcile daily.' }
    await importPairs([pair(settledPair.zh, settledPair.en), pair('期限', 'term')])
    const { id } = await filledDraft(context.db, lin())
    const { template, answers, version } = await findDocument(context.db, lin(), id)
    const clause = { id: 'own', article: template.articles[1]!.id, after: null }
    const both = (['zh', 'en'] as const).reduce(
      (so, side) => writeCustom(so, template, 'own', side, settledPair[side]),
      addClause(answers, template, clause),
    )
    const confirmed = confirmTwin(both, template, 'own')
    const saved = await saveAnswers(context.db, lin(), id, { version, answers: confirmed })
    if ('conflict' in saved) throw new Error('conflict')
    await finaliseDocument(context.db, lin(), id, saved.version)
    await undoImport(context.db, lin(), (await latestImport()).id)
    const pairs = await listPairs()
    expect(pairs).toContain(`${settledPair.zh} = ${settledPair.en}`)
    expect(pairs).not.toContain('期限 = term')
  })

  test('done twice concurrently exists once', async () => {
    await Promise.all([1, 2, 3].map(() => importPairs([pair('费用', 'fee'), pair('期限', 'term')])))
    expect(await listPairs()).toHaveLength(2)
    const { imports } = await findMemory(context.db, lin())
    expect(imports.map(({ added }) => added).sort()).toEqual([0, 0, 2])
  })

  test('is possible only for the team’s administrator', async () => {
    await importPairs([pair('费用', 'fee')])
    const { id } = await latestImport()
    for (const who of ['zhou', 'ruo'] as const) {
      const { client } = context.cast[who]
      for (const path of [PAGE, `${PAGE}.tmx`])
        expect([who, (await client.get(path)).status]).not.toEqual([who, 200])
      await expect(importPairs([pair('x', 'y')], false, context.cast[who].viewer)).rejects.toMatchObject({
        code: 'ACCESS_DENIED',
      })
    }
    expect((await context.cast.hannah.client.post(`${PAGE}/${id}/undoing`)).status).toBe(404)
    expect((await context.cast.lin.client.post(`${PAGE}/${newId()}/undoing`)).status).toBe(404)
    expect(await listPairs()).toEqual(['费用 = fee'])
    await eraseDocuments(context.db, { accountId: lin().id, teamIds: [lin().teamId] })
    expect([await listPairs(), (await findMemory(context.db, lin())).imports]).toEqual([[], []])
  })
})
