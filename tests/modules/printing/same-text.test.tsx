import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { replaceUnprintable, unprintableIn } from '#assembly/characters/printable.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { Paper } from '#modules/printing/views/paper.tsx'
import { makeWord } from '#modules/printing/word/word.ts'
import { LOCALES, translate } from '#src/core/i18n.ts'
import { cleanText, forbiddenCharacter, forbiddenCharacterMessage } from '#src/core/text/clean-text.ts'
import { note } from '#tests/support/measured.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'
import { caseCount } from '#tests/support/runs.ts'
import { sampleSource } from '#tests/support/sample-source.ts'
import { unzipped } from '#tests/support/zip.ts'
import { EmailLayout } from '#views/email-layout.tsx'
import { textIn } from './word/read-word.ts'

const BIDI = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']

const ODD_TEXTS = [
  ...BIDI,
  '\r\n',
  '\r',
  '\n',
  '\n\n\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\t',
  '\0',
  '\u0007',
  '\u009f',
  '\u00a0',
  '\u2009',
  '\u202f',
  '\u3000',
  '  ',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\ufe0f',
  '\u{e0041}',
  '\ud800',
  '\udc00',
  '\ufffd',
  '\ufffe',
  '\u{10ffff}',
  '\ue000',
  'Mu\u0308ller',
  'Škoda',
  'Łódź',
  'Gheorghiță',
  'Şişli',
  'Nguyễn',
  'lǘ',
  '₹5',
  '₽',
  'e\u0323\u0302',
  '가',
  '支付',
  '甲方',
  '，',
  '“引”',
  '——',
  '……',
  '𠮷野',
  '𪚥',
  '㎡',
  '①',
  '☑',
  '葛\u{e0100}',
  'ﬁ',
  '豈',
  '😀',
  '👩\u200d⚖\ufe0f',
  'ລາວ',
  'ไทย',
  '<b>',
  '&amp;',
  "'",
  '"',
  '1',
  '991',
  'the Seller',
]

const hostile = fc
  .array(fc.constantFrom(...ODD_TEXTS), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(''))

/** Removes white space, because lines end elsewhere in each medium; everything else must be equal. */
const withoutSpaces = (text: string) => text.normalize('NFC').replace(/\s/g, '')

const fromHtml = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

function treeWith(texts: string[]) {
  const source = sampleSource()
  const { answers, template } = source
  // With both languages side by side, a text that continues on the next page would be in two pieces.
  answers.languages = { primary: 'zh', bilingual: false, script: 'Hans' }
  const article = template.articles[0]!.id
  answers.added = texts.map((_, index) => ({ id: `added-${index}`, article, after: null }))
  for (const [index, text] of texts.entries())
    answers.clauses[`added-${index}`] = { custom: { zh: `起${text}终`, en: `From${text}till` } }
  return assemble(source)
}

/** The text without headers and footers, which would interrupt a text that continues on the next page. */
async function bodyText(bytes: Uint8Array, pages: number) {
  const crop = { x: 0, y: 76, width: 596, height: 692 }
  const texts = Array.from({ length: pages }, (_, index) => pdfText(bytes, { crop, page: index + 1 }))
  return (await Promise.all(texts)).join('')
}

async function everywhere(texts: string[]) {
  const tree = treeWith(texts)
  const { bytes, pages } = await typeset(tree, { createdAt: new Date('2026-11-22T02:00:00Z') })
  const mail = (
    <EmailLayout lang="zh-CN" title="" ownName="Qishu" footer="">
      {texts.map((text) => `起${replaceUnprintable(text)}终`)}
    </EmailLayout>
  )
  return {
    tree,
    page: withoutSpaces(fromHtml(renderToStaticMarkup(<Paper tree={tree} />))),
    pdf: withoutSpaces(await bodyText(bytes, pages)),
    word: withoutSpaces(textIn(unzipped(await makeWord(tree)).get('word/document.xml')!)),
    mail: withoutSpaces(fromHtml(renderToStaticMarkup(mail))),
  }
}

test('page, PDF, Word and mail contain the same characters, for any text', async () => {
  const runs = caseCount(24, 500)
  const texts = fc.sample(hostile, runs)
  const allTexts = [...ODD_TEXTS, ...texts]
  for (let batchStart = 0; batchStart < allTexts.length; batchStart += 50) {
    const batch = allTexts.slice(batchStart, batchStart + 50)
    const { tree, ...media } = await everywhere(batch)
    for (const text of batch) {
      const expectedText = withoutSpaces(`起${replaceUnprintable(text)}终`)
      for (const [medium, shown] of Object.entries(media))
        expect(shown.includes(expectedText), `${medium} lacks ${JSON.stringify(text)}`).toBe(true)
    }
    const unprintableTexts = batch.filter((text) => unprintableIn(text).length > 0)
    expect(tree.open.filter(({ problem }) => problem === 'unprintable')).toHaveLength(unprintableTexts.length)
  }
  note('hostile texts the same on page, PDF, Word and mail', `${allTexts.length} of ${allTexts.length}`)
}, 600_000)

test('the normalisation of input is idempotent', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const cleanedText = cleanText(text)
      expect(cleanText(cleanedText)).toBe(cleanedText)
      expect(replaceUnprintable(cleanedText)).toBe(replaceUnprintable(text))
      expect(cleanedText.isWellFormed()).toBe(true)
    }),
  )
})

test('an override cannot make page and document show different sums', async () => {
  const { tree, ...media } = await everywhere(['支付\u202e991\u202c万元'])
  for (const shown of Object.values(media)) expect(shown).toContain('支付[U+202E]991[U+202C]万元')
  expect(tree.open).toContainEqual({
    kind: 'invalid',
    at: 'added-0',
    clause: 'added-0',
    problem: 'unprintable',
    detail: { zh: 'U+202E, U+202C', en: 'U+202E, U+202C' },
  })
})

test('blank lines stay blank lines', async () => {
  const tree = treeWith(['一\u2029\u2029二'])
  const node = tree.articles[0]!.clauses.find(({ id }) => id === 'added-0')!
  expect(node.text.zh).toEqual([{ kind: 'text', text: '起一\n\n二终' }])
  const word = unzipped(await makeWord(tree)).get('word/document.xml')!
  expect(word).toMatch(/起一<\/w:t><\/w:r><w:r>.*?<w:br\/>.*?<w:br\/>.*?二终/s)
})

test('every rejected character is named in three languages', () => {
  for (const character of [...BIDI, '\u0007', '\ufffd']) {
    expect(forbiddenCharacter(`a${character}b`)).toBe(character)
    for (const locale of LOCALES) {
      const words = translate(locale)(forbiddenCharacterMessage(character))
      expect(words).not.toContain('common.problem')
      if (BIDI.includes(character))
        expect(words).toContain(`U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    }
  }
  expect(forbiddenCharacter('一 two\n\tthree')).toBeNull()
})
