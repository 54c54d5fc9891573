import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import type { Answers } from '#assembly/answers.ts'
import { addClause, writeCustom } from '#assembly/edit.ts'
import { isTextField } from '#assembly/fields.ts'
import type { Template } from '#assembly/template/template.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { personalFigures } from '#modules/documents/translation/figures.ts'
import { holdingByWords, holdingOf } from '#modules/documents/translation/holding.ts'
import { maskText, unmaskText, wordsSent } from '#modules/documents/translation/masked-text.ts'
import { hasPersonalData } from '#modules/documents/translation/outgoing.ts'
import { particularsOf } from '#modules/documents/translation/particulars.ts'
import { startTranslation, translationOf } from '#modules/documents/translation/translation.ts'
import { findTemplate, libraryTemplates } from '#modules/templates/index.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { filledDraft, filledNda } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { mirrored, startTranslator } from '#tests/stubs/translator.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { configure } from '#tests/support/configured.ts'
import { note } from '#tests/support/measured.ts'
import { personalContract } from '#tests/support/personal-contract.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'

const CONTRACTS = caseCount(40, 500)
const context = setUpCast()
let translator: Awaited<ReturnType<typeof startTranslator>>

beforeAll(async () => {
  translator = await startTranslator()
  atTheEnd(translator.close)
})
beforeEach(() => translator.connect())
afterEach(() => {
  translator.translate = mirrored
  translator.received.length = 0
  translator.requests.length = 0
  configure()
})

const lin = () => context.cast.lin
const buyer = () => ({
  ...lin().viewer,
  permissions: [...lin().viewer.permissions, 'template.type_1' as const, 'template.type_2' as const],
})
const find = (id: string) => findDocument(context.db, lin().viewer, id)
/** The text of the page's main part. */
async function pageOf(id: string, query = 'locale=en_US') {
  const page = await (await lin().client.get(`/mgmt/${id}/translation?${query}`)).text()
  return /<main[\s\S]*<\/main>/
    .exec(page)![0]
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

async function translated(id: string, everything = false) {
  await startTranslation(context.db, lin().viewer, id, everything)
  await workWaitingJobs(context.db)
}

async function draftOf(template: Template, answers: Answers): Promise<string> {
  const { version, code } = template
  const id = await createDocument(context.db, buyer(), findTemplate(code), {
    version,
    languages: answers.languages,
  })
  const document = await find(id)
  const saved = await saveAnswers(context.db, lin().viewer, id, { version: document.version, answers })
  if ('conflict' in saved) throw new Error('a new draft cannot conflict')
  return id
}

/** Letters and figures only, so that a number or name is found in every spelling. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

test(`no name, identifier, account, telephone or address of a party or signatory is sent (${CONTRACTS} contracts)`, async () => {
  const seed = drawSeed()
  const dice = seeded(seed)
  let [sentCount, secretCount, returnedCount] = [0, 0, 0]
  for (let n = 0; n < CONTRACTS; n++) {
    const template = dice.pick(libraryTemplates())
    const { answers, clauses, languages, secrets } = personalContract(dice, template)
    const id = await draftOf(template, answers)
    const document = await find(id)
    const { units, obstacle } = translationOf(document)
    expect([seed, template.code, obstacle]).toEqual([seed, template.code, null])
    await translated(id)
    const bytes = folded(translator.received.join('\n'))
    for (const one of secrets) {
      secretCount++
      if (bytes.includes(folded(one))) expect([seed, n, template.code, one]).toEqual([])
    }
    expect(translator.requests.length).toBeGreaterThanOrEqual(clauses.length)
    sentCount += translator.requests.length
    const newState = await find(id)
    for (const clause of clauses) {
      const { zh, en } = newState.answers.clauses[clause]!.custom!
      const [source, target] = languages.primary === 'zh' ? [zh, en] : [en, zh]
      const numbers = (source.normalize('NFKC').match(/\d{11,}/g) ?? []).filter(
        (one) => !target.normalize('NFKC').includes(one),
      )
      expect([seed, n, source, target.trim() !== '', numbers]).toEqual([seed, n, source, true, []])
      returnedCount++
    }
    const openUnits = new Map(translationOf(newState).units.map((unit) => [unit.key, unit.open]))
    for (const unit of units)
      if (hasPersonalData(unit) && unit.open)
        expect([unit.key, openUnits.get(unit.key)]).toEqual([unit.key, true])
    translator.received.length = 0
    translator.requests.length = 0
  }
  note(
    'AI translation: what leaves',
    `${CONTRACTS} contracts, seed ${seed}: ${secretCount} particulars of persons, none in ${sentCount} requests; ${returnedCount} clauses got theirs back`,
  )
})

describe('a field of the library', () => {
  const blanks = libraryTemplates().flatMap((template) =>
    template.fields.flatMap((field) => [
      ...(isTextField(field) ? [{ template, blank: field, id: field.id }] : []),
      ...(field.columns ?? [])
        .filter(({ type }) => type === 'text')
        .map((column) => ({ template, blank: column, id: `${field.id}.${column.id}` })),
    ]),
  )

  test('is marked if its label or id names a person, an account, an address, a contact or an identifier', () => {
    expect(blanks.length).toBeGreaterThan(180)
    const unmarked = blanks
      .filter(({ blank }) => !blank.holds && holdingByWords(blank))
      .map(({ template, id }) => `${template.code} ${id}`)
    expect(unmarked).toEqual([])
    expect(blanks.filter(({ blank }) => blank.holds).length).toBeGreaterThan(80)
  })

  test.each([
    ['联系人', 'Name of the liaison', 'contact'],
    ['收款账号', 'Where to pay', 'account'],
    ['护照', 'Travel document', 'identifier'],
    ['送达', 'Address for service', 'address'],
    ['经办', 'Authorised representative', 'person'],
    ['对账单、发票等凭证', 'Statements of account, invoices', undefined],
    ['软件名称', 'Name of the software', undefined],
  ])('that no mark describes is judged by its words: %s, %s', (zh_CN, en_US, holding) => {
    expect(holdingByWords({ id: 'x', type: 'text', group: 'other', label: { zh_CN, en_US } })).toBe(holding)
  })

  test('also counts as marked in a document that was made before the mark existed', () => {
    const template = findTemplate('board-resolution')
    const old = { ...template, fields: template.fields.map(({ holds: _, ...field }) => field) }
    const chair = old.fields.find(({ id }) => id === 'chair')!
    const lender = { ...old.fields.find(({ id }) => id === 'bank-name')!, was: 'bank' }
    expect([holdingOf(old, chair), holdingOf(old, lender)]).toEqual(['person', 'account'])
  })
})

describe('in a text that is sent', () => {
  const template = () => findTemplate('mutual-nda')
  const answers = () => {
    const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
    const party = {
      identity: 'company',
      nameEn: '',
      idNumber: '',
      phone: '',
      email: '',
      legalRepresentative: '',
      signerTitle: '',
    } as const
    const empty = {
      languages,
      fields: {},
      clauses: {},
      added: [],
      signatureArea: { order: [], place: true, date: true, seal: true },
    }
    return {
      ...empty,
      parties: [
        {
          ...party,
          key: 'a',
          name: '莲花贸易（上海）有限公司',
          nameEn: 'Lotus Trading (Shanghai) Co., Ltd.',
          address: '上海市浦东新区世纪大道1188号20楼',
          signerName: '陈莲 Chen Lian',
        },
        {
          ...party,
          key: 'b',
          name: '凯瑞机器人有限公司',
          address: '',
          idNumber: '91310000MA1FL5CE3X',
          signerName: '葛瑞',
          signerNameEn: 'May Grant',
        },
      ],
    } satisfies Answers
  }
  const sentOf = (text: string, from: 'zh' | 'en' = 'zh') =>
    wordsSent(maskText(text, particularsOf(template(), answers()), from))

  test.each([
    ['付给莲花贸易（上海）有限公司。', '付给⟦0⟧。'],
    ['付给莲花贸易 (上海) 有限公司，下称莲花贸易。', '付给⟦0⟧，下称⟦1⟧。'],
    ['由陈莲或者CHEN LIAN签收。', '由⟦0⟧或者⟦1⟧签收。'],
    ['寄到世纪大道1188号，不寄到浦东新区。', '寄到⟦0⟧，不寄到浦东新区。'],
    ['代码９１３１００００ma1fl5ce3x。', '代码⟦0⟧。'],
    ['在{party:a}处，账号6225 8812 3456 7890。', '在⟦0⟧处，账号⟦1⟧。'],
    ['{{莲花贸易}}与{fee}', '{⟦0⟧}与⟦1⟧'],
    [
      '于2026年11月21日前付清3,000,000.00元，即合同第12.3条。',
      '于2026年11月21日前付清3,000,000.00元，即合同第12.3条。',
    ],
  ])('%s becomes %s', (text, words) => {
    expect(sentOf(text)).toBe(words)
  })

  test('short names count only as whole words, and names are restored in the other language', () => {
    const particulars = particularsOf(template(), answers())
    expect(sentOf('The Mayor may pay Grant, May, or MAY GRANT, or May Grantham.', 'en')).toBe(
      'The Mayor may pay ⟦0⟧, or ⟦1⟧, or May Grantham.',
    )
    const masked = maskText('付给莲花贸易（上海）有限公司{fee}，电话021-5888 1234转8。', particulars, 'zh')
    expect(unmaskText('Pay {fee} to {masked-0}, telephone {masked-1}.', masked)).toBe(
      'Pay {fee} to Lotus Trading (Shanghai) Co., Ltd., telephone 021-5888 1234转8.',
    )
    expect(maskText('{masked-0}付给莲花贸易。', particulars, 'zh').text).toBe('{masked-0}付给{masked-1}。')
  })

  test.each([
    '11010519491231002X',
    'E12345678',
    'EA1234567',
    'A123456(7)',
    '91310000MA1FL5CE3X',
    '6225 8812 3456 7890',
    'DE89 3704 0044 0532 0130 00',
    '13800138000',
    '+86 138-0013-8000',
    '021-58881234',
    '(021) 5888 1234',
    '58881234转801',
    '一三八零零一三八零零零',
    'li.na@lotus.example',
    '李娜@例子.中国',
    '１３８００１３８０００',
    'LI_NA@LOTUS.EXAMPLE',
  ])('the number or address %s is found as a whole', (number) => {
    const text = `请记下${number}，谢谢。`
    const spans = personalFigures(text).map(({ start, end }) => text.slice(start, end))
    expect(spans.some((span) => span.replace('请记下', '') === number)).toBe(true)
  })

  test.each([
    '2026-11-21',
    '1,280,000.00元',
    '第12.3条',
    'ISO 9001',
    '30%',
    'Section 3.2(1)',
    '5000件',
    '3–5日',
  ])('%s is left', (text) => expect(personalFigures(text)).toEqual([]))
})

const OWN_TEXT = '由凯瑞机器人的李娜（电话13800138000）在3日内确认。'

/** A draft with a clause about a person, and an address in one language. */
async function draftWithPerson() {
  const { template } = await find((await filledDraft(context.db, lin().viewer)).id)
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  const id = await createDocument(context.db, lin().viewer, template, {
    version: template.version,
    languages,
  })
  const { answers: blank, version } = await find(id)
  let answers = filledNda(blank)
  answers.parties[1]!.address = '上海市徐汇区衡山路100号'
  delete answers.parties[1]!.addressEn
  answers = addClause(answers, template, { id: 'own-0', article: template.articles[1]!.id, after: null })
  answers = writeCustom(answers, template, 'own-0', 'zh', OWN_TEXT)
  await saveAnswers(context.db, lin().viewer, id, { version, answers })
  return id
}

describe('before the translation starts', () => {
  test.each([
    [
      'en_US',
      '1 text is sent to the AI service',
      'Not sent',
      '凯瑞机器人有限公司, address: contains an address',
    ],
    ['zh_CN', '发送给 AI 服务的内容，共 1 处', '留在本站的内容', '凯瑞机器人有限公司的住所：载有地址'],
    ['zh_TW', '傳送給 AI 服務的內容，共 1 處', '留在本站的內容', '凯瑞机器人有限公司的住所：載有地址'],
  ])('the page lists in %s what goes out, word for word, and what stays', async (locale, ...words) => {
    const id = await draftWithPerson()
    const page = await pageOf(id, `locale=${locale}`)
    for (const one of [...words, '由⟦0⟧的李娜（电话⟦1⟧）在3日内确认。']) expect(page).toContain(one)
    await translated(id)
    expect(translator.requests.map((one) => one.words)).toEqual(['由⟦0⟧的李娜（电话⟦1⟧）在3日内确认。'])
    expect(translator.received.join()).not.toMatch(/13800138000|凯瑞|衡山路/)
    const { custom } = (await find(id)).answers.clauses['own-0']!
    expect(custom!.en).toContain('13800138000')
    expect(custom!.en).toContain('Kestrel Robotics')
  })

  test('the page makes three queries', async () => {
    const id = await draftWithPerson()
    expect((await countQueries(() => pageOf(id, ''))).queries).toBeLessThanOrEqual(3)
  })

  test('an outdated list sends nothing, and the page explains it', async () => {
    const id = await draftWithPerson()
    const { version } = await find(id)
    const lateResponse = await lin().client.post(`/mgmt/${id}/translation`, {
      version: String(version - 1),
      scope: 'open',
    })
    expect(lateResponse.headers.get('location')).toBe(`/mgmt/${id}/translation?outdated=yes`)
    expect(await pageOf(id, 'outdated=yes&locale=en_US')).toContain(
      'Nothing was sent: please check the list again.',
    )
    await workWaitingJobs(context.db)
    expect([translator.received, (await find(id)).translating]).toEqual([[], false])
    await lin().client.post(`/mgmt/${id}/translation`, { version: String(version), scope: 'open' })
    await workWaitingJobs(context.db)
    expect(translator.requests).toHaveLength(1)
  })
})

describe('after the translation', () => {
  test('the page names the texts that a person must write', async () => {
    const id = await draftWithPerson()
    await translated(id)
    const page = await pageOf(id)
    expect(page).toContain('1 text with persons, accounts, addresses or identifiers was not sent')
    expect(page).toContain('凯瑞机器人有限公司, address')
    expect((await find(id)).answers.parties[1]!.addressEn ?? '').toBe('')
  })

  test.each([
    ['loses', (words: string) => words.replace('⟦1⟧', '')],
    ['doubles', (words: string) => `${words} ⟦1⟧`],
  ])('a translation that %s a sign is not used, and the page says so', async (_, change) => {
    translator.translate = (words, system) => change(mirrored(words, system))
    const id = await draftWithPerson()
    await translated(id)
    expect((await find(id)).answers.clauses['own-0']!.custom!.en).toBe('')
    expect(await pageOf(id)).toContain('1 text could not be translated')
  })
})
