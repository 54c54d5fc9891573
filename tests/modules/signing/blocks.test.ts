import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { withSignatories } from '#modules/printing/signatories.ts'
import { type SignaturePlace, type Typeset, typeset } from '#modules/printing/typeset/typeset.ts'
import { Paper } from '#modules/printing/views/paper.tsx'
import { blockAppearance } from '#modules/signing/providers/builtin/pades/drawing/block-appearance.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import {
  type Crop,
  pdfFonts,
  pdfPicture,
  pdfText,
  pdfWords,
  qpdfComplaints,
  type Word,
  withoutSpace,
} from '#tests/support/pdf-tools.ts'
import { sampled } from '#tests/support/runs.ts'
import { sampleSource } from '#tests/support/sample-source.ts'
import * as kit from './pades/signing-kit.ts'

/** The 22nd in London, already the 23rd in Shanghai. */
const SIGNED_AT = new Date('2026-11-22T17:05:00Z')
const A4_HEIGHT = 841.89

const PEOPLE: [name: string, title: string][] = [
  ['林静', '总经理'],
  ['Oliver Grant', 'Chief Executive Officer'],
  ['周明', ''],
  ['Maximiliane Alexandra Wilhelmina von Hohenzollern-Sigmaringen und zu Altenburg', 'Geschäftsführerin'],
  ['𠮷田喆', '技术与信息安全委员会副主任兼华东区数据合规负责人'],
  ['Nguyễn Thị Ánh Tuyết', 'Phó Giám đốc'],
  ['欧阳娜娜', 'Director'],
  ['Škoda Łukasz', ''],
  ['İpek Şahinoğlu', 'Genel Müdür'],
  ['Ștefan Țepeș', 'Administrator'],
]

interface Signed {
  file: Typeset
  /** The file sent for signing, without signatures. */
  sent: Uint8Array
  signed: Uint8Array
  root: Uint8Array
  ids: string[]
}

/** The sample contract with this number of signatories per party, prepared for signing. */
async function prepareFile(counts: number[], choice: Partial<typeof BOTH_LANGUAGES> = {}) {
  const source = sampleSource()
  const languages = { ...BOTH_LANGUAGES, ...choice }
  source.answers.languages = languages
  if (counts.length === 3) {
    const third = {
      ...source.answers.parties[0]!,
      key: 'c',
      name: '周',
      nameEn: 'Zhou',
      identity: 'individual',
    }
    source.answers.parties.push(third as never)
    source.answers.signatureArea.order.push('c')
  }
  const signatories = counts.flatMap((count, party) =>
    Array.from({ length: count }, (_, index) => {
      const [name, title] = PEOPLE[(index + party) % PEOPLE.length]!
      const key = 'abc'.charAt(party)
      return { id: `${key}${index}`, party: key, name, title }
    }),
  )
  const tree = withSignatories(assemble(source), signatories)
  const file = await typeset(tree, { createdAt: new Date('2026-11-21T02:00:00Z') })
  return { file, signatories, languages }
}

/** The same file, signed by all signatories. */
async function signFile(counts: number[], choice: Partial<typeof BOTH_LANGUAGES> = {}): Promise<Signed> {
  const { file, signatories, languages } = await prepareFile(counts, choice)
  const authority = await kit.temporaryAuthority()
  let signed = file.bytes
  for (const { id, name, title } of signatories) {
    const places = file.signaturePlaces.filter((place) => place.signatory === id)
    const facts = { name, title, signedAt: SIGNED_AT, languages }
    const drawing = await blockAppearance({ kind: 'typed', text: name }, places, facts)
    signed = await kit.signAs(
      authority,
      signed,
      { name, at: SIGNED_AT },
      { fieldName: `Signature ${id}`, ...drawing },
    )
  }
  signed = await kit.seal(authority, signed)
  const ids = signatories.map((one) => one.id)
  return { file, sent: file.bytes, signed, root: authority.certificate, ids }
}

const BOTH_LANGUAGES = { primary: 'zh' as 'zh' | 'en', bilingual: true, script: 'Hans' as 'Hans' | 'Hant' }

const cropOf = ({ x, y, width, height }: SignaturePlace): Crop => ({
  x: Math.floor(x) - 90,
  y: Math.floor(A4_HEIGHT - y - height),
  width: Math.ceil(width) + 90,
  height: Math.ceil(height),
})

const boxesOverlap = (one: Crop, other: Crop) =>
  one.x < other.x + other.width - 0.5 &&
  other.x < one.x + one.width - 0.5 &&
  one.y < other.y + other.height - 1 &&
  other.y < one.y + one.height - 1

/** Words whose texts overlap. The empty margins of neighbouring boxes may overlap and are ignored. */
function overlaps(words: Word[]): string[] {
  const boxes = words.map((word) => ({
    ...word,
    y: word.y + word.height * 0.3,
    height: word.height * 0.4,
    x: word.x + 3.5,
    width: word.width - 7,
  }))
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => one.page === other.page && boxesOverlap(one, other))
      .map((other) => `${one.text} and ${other.text} on page ${one.page}`),
  )
}

const LAYOUTS: [counts: number[], choice: Partial<typeof BOTH_LANGUAGES>][] = [
  [[1, 1], {}],
  [[3, 1], {}],
  [[6, 2], { primary: 'en' }],
  [[10], { bilingual: false }],
  [[3, 2, 1], { bilingual: false, primary: 'en' }],
  [[2, 3, 2], { script: 'Hant' }],
]

test.each(sampled(LAYOUTS, 2))(
  '%j signatories per party, %j: each has a block, in two columns that start level, without overlaps',
  async (counts, choice) => {
    const { file, sent, signed, ids, root } = await signFile(counts, choice)
    const own = ids.map((id) => file.signaturePlaces.filter((place) => place.signatory === id))
    for (const places of own) {
      expect(places.map(({ kind }) => kind)).toEqual(['sign', 'place', 'date'])
      expect(new Set(places.map(({ page }) => page)).size).toBe(1)
      for (const place of places) expect(place.y).toBeGreaterThan(70)
    }
    const all = file.signaturePlaces
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1))
        expect(
          one.page === other.page && boxesOverlap(one, other),
          `${one.signatory} ${other.signatory}`,
        ).toBe(false)
    // The first two blocks begin at the same height: those of the first parties, or two of the only party.
    const [left, right] = [own[0]!, own.find(([sign]) => sign!.x !== own[0]![0]!.x)!]
    expect([right[0]!.page, right[0]!.y]).toEqual([left[0]!.page, left[0]!.y])
    // On a page the blocks of a party have one or two left edges, those of the columns.
    expect(new Set(all.map(({ x }) => x)).size).toBe(2)
    // Only printed text is checked, before the drawings are added: a drawing is reported as one box per
    // text.
    expect(overlaps(await pdfWords(sent))).toEqual([])
    const reports = await verifyPades(signed, [root])
    expect(reports.map(({ problems, changes }) => [...problems, ...changes])).toEqual(reports.map(() => []))
    expect([verdictOn(reports), reports.length]).toEqual(['sealed', ids.length + 1])
    expect(await qpdfComplaints(signed)).toBe('')
    const fonts = await pdfFonts(signed)
    expect(fonts.filter((line) => !/ yes (?:yes|no ) yes +\d+/.test(line))).toEqual([])
    expect(fonts.filter((line) => line.includes('Type 3'))).toHaveLength(ids.length)
  },
)

test('each block states who signed, in which capacity and on which day in Shanghai, in the document’s languages', async () => {
  const { file, signed } = await signFile([3, 1])
  const textOf = async (id: string) => {
    const places = file.signaturePlaces.filter((place) => place.signatory === id)
    const texts = places.map((place) => pdfText(signed, { page: place.page, crop: cropOf(place) }))
    return (await Promise.all(texts)).map(withoutSpace)
  }
  const [sign, place, date] = await textOf('a0')
  expect(sign).toContain('签字Signature：')
  expect(sign).toContain('林静·总经理·2026-11-2301:05+08:00')
  expect(place).toContain('签署地点Place：电子签署·Signedelectronically')
  expect(date).toContain('日期Date：2026年11月23日·23November2026')
  const whole = withoutSpace(await pdfText(signed))
  for (const [name, title] of PEOPLE.slice(0, 3)) {
    expect(whole).toContain(withoutSpace(`姓名 Name：${name}`))
    if (title) expect(whole).toContain(withoutSpace(`职务 Title：${title}`))
  }
  expect(whole.match(/职务Title/g)).toHaveLength(3)
})

test('pdftotext reads the blocks from left to right and from top to bottom', async () => {
  const { signed } = await signFile([3, 1], { bilingual: false, primary: 'en' })
  const text = await pdfText(signed)
  const order = [
    'Party A: Lotus',
    'Name: 林静',
    'Name: Oliver',
    'Name: 周明',
    'Party B: Harbour',
    'Name: Oliver',
  ]
  let from = text.indexOf('IN WITNESS') + 1 || text.indexOf('5.2')
  for (const words of order) {
    const at = text.indexOf(words, from)
    expect([words, at > 0]).toEqual([words, true])
    from = at + 1
  }
})

test('a copy without seals has no line for a seal, in print and on screen', async () => {
  const { file } = await prepareFile([2, 1])
  expect(file.signaturePlaces.filter(({ kind }) => kind === 'seal')).toEqual([])
  expect(await pdfText(file.bytes)).not.toMatch(/盖章|Seal/)
  const source = sampleSource()
  source.answers.signatureArea.seal = true
  const tree = assemble(source)
  expect((await typeset(tree, { createdAt: SIGNED_AT })).signaturePlaces.map(({ kind }) => kind)).toContain(
    'seal',
  )
  const signatories = [{ id: 'a1', party: 'a', name: '林静', title: '' }]
  const onScreen = (shown: typeof tree) => renderToStaticMarkup(createElement(Paper, { tree: shown }))
  expect(onScreen(withSignatories(tree, signatories))).not.toContain('盖章')
  expect(onScreen(tree)).toContain('盖章')
})

test('three parties sign on one page, ten on two, and all their blocks have the same height', async () => {
  const { file } = await prepareFile([3, 2, 1])
  expect(new Set(file.signaturePlaces.map(({ page }) => page)).size).toBe(1)
  const source = sampleSource()
  const [company, person] = source.answers.parties
  const keys = [...'abcdefghij']
  source.answers.parties = keys.map((key, index) => ({
    ...(index === 0 ? company! : person!),
    key,
    identity: index === 0 ? 'company' : 'individual',
  }))
  source.answers.signatureArea = { ...source.answers.signatureArea, seal: true, order: keys }
  const { signaturePlaces } = await typeset(assemble(source), { createdAt: SIGNED_AT })
  expect(new Set(signaturePlaces.map(({ page }) => page)).size).toBe(2)
  const [sign, date] = ['sign', 'date'].map((kind) =>
    signaturePlaces
      .filter((place) => place.kind === kind && place.party !== 'a')
      .map(({ y }) => Math.round(y)),
  )
  expect(new Set(sign!.map((y, index) => y - date![index]!)).size).toBe(1)
})

test('only a company has a line for a seal on paper', () => {
  const source = sampleSource()
  source.answers.signatureArea.seal = true
  source.answers.parties[1]!.identity = 'individual'
  const sealing = assemble(source).signatures.filter(({ lines }) => lines.some(({ id }) => id === 'seal'))
  expect(sealing.map(({ key }) => key)).toEqual(['a'])
})

test('the space for a seal is above the first signatory of its party and contains no text', async () => {
  const source = sampleSource()
  const signatories = PEOPLE.slice(0, 3).map(([name, title], index) => ({
    id: `a${index}`,
    party: 'a',
    name,
    title,
  }))
  const tree = withSignatories(assemble(source), signatories, ['a'])
  const file = await typeset(tree, { createdAt: SIGNED_AT })
  const [first, second] = ['a0', 'a1'].map((id) =>
    file.signaturePlaces.find(({ signatory, kind }) => signatory === id && kind === 'sign'),
  )
  const [seal, ...more] = file.signaturePlaces.filter(({ kind }) => kind === 'seal')
  expect([seal!.party, seal!.page, more]).toEqual(['a', first!.page, []])
  expect([seal!.y > first!.y + first!.height, seal!.x, second!.x]).toEqual([true, first!.x, first!.x])
  // 42 mm, the largest usual seal of a company.
  expect([seal!.width, seal!.height].map((side) => Math.round((side * 25.4) / 72))).toEqual([42, 42])
  expect(await pdfText(file.bytes, { page: seal!.page, crop: cropOf(seal!) })).toBe('\f')
})

test('signature, day and place leave ink only within their block', async () => {
  const { file, sent, signed } = await signFile([3, 2])
  const pages = new Set(file.signaturePlaces.map(({ page }) => page))
  for (const page of pages) {
    const [before, after] = await Promise.all([pdfPicture(sent, page, 100), pdfPicture(signed, page, 100)])
    const here = file.signaturePlaces.filter((place) => place.page === page && place.signatory)
    const inkedPoints = new Map(here.map((place) => [place, 0]))
    let outside = 0
    before.grey.forEach((grey, index) => {
      if (Math.abs(grey - after.grey[index]!) < 60) return
      const x = ((index % before.width) * 72) / 100
      const y = A4_HEIGHT - (Math.floor(index / before.width) * 72) / 100
      const inside = here.find(
        (place) =>
          x > place.x - 2 &&
          x < place.x + place.width + 2 &&
          y > place.y - 2 &&
          y < place.y + place.height + 2,
      )
      if (inside) inkedPoints.set(inside, inkedPoints.get(inside)! + 1)
      else outside++
    })
    expect(outside).toBe(0)
    for (const [{ kind, signatory }, points] of inkedPoints)
      expect(points, `${signatory} ${kind}`).toBeGreaterThan(kind === 'sign' ? 100 : 40)
  }
})

test('a page that contains only signatures names its document', async () => {
  for (const [choice, words] of [
    [{}, '（本页无正文，为《服务合同》（编号：QS-2026-0142）之签署页）'],
    [{ script: 'Hant' }, '（本頁無正文，為《服务合同》（編號：QS-2026-0142）之簽署頁）'],
    [{ primary: 'en', bilingual: false }, '(Signature page of Services Agreement, No. QS-2026-0142)'],
  ] as const) {
    const { file } = await prepareFile([10, 3], choice)
    const pages = [...new Set(file.signaturePlaces.map(({ page }) => page))]
    expect(pages.length).toBeGreaterThan(1)
    const results = await Promise.all(
      pages.map(async (page) =>
        withoutSpace(await pdfText(file.bytes, { page })).includes(withoutSpace(words)),
      ),
    )
    expect(results).toEqual(pages.map((_, index) => index > 0))
    // If a party's blocks continue on the next page, the party is named there again.
    const second = await pdfText(file.bytes, { page: pages[1]! })
    expect(second).toMatch(choice && 'primary' in choice ? /Party A: Lotus/ : /甲方：/)
  }
})
