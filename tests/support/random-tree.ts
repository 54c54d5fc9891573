import fc from 'fast-check'
import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import type { ClauseNode, DocumentTree } from '#assembly/tree.ts'
import { sampleSource } from './sample-source.ts'

const HAN = [
  ...'甲乙双方应当于本合同生效之日起按照约定支付全部服务费用逾期未付者承担违约责任保密义务不因终止而解除龘鬱',
]
const MARKS = [...'，。、；：？！（）《》「」『』【】“”‘’', '——', '……', '·', '／', '％', '①', '℃']
const WORDS = [
  'CNY',
  '128,000.50',
  'Qishu',
  '2026',
  'a',
  'Article',
  '3.2',
  'naïve',
  '50%',
  'and/or',
  'e-mail',
  '§',
  '☐',
  '☑',
  '（a）',
  '____',
  '＿＿＿',
]
const LATIN = [
  'the',
  'Party',
  'shall',
  'pay',
  'within',
  'ten',
  '(10)',
  'working',
  'days,',
  '“Confidential',
  'Information”',
  'people’s',
  'jurisdiction;',
  'notwithstanding',
  'a',
  '50%',
  'of',
  '—',
  'force',
  'majeure…',
  '莲花贸易',
  'U.S.',
  'https://qishu.example/verify?number=QS-2026-0142&code=8Q2XK7M4P9',
]

const piece = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.array(fc.constantFrom(...HAN), { minLength: 1, maxLength: 9 }).map((han) => han.join('')),
  },
  { weight: 4, arbitrary: fc.constantFrom(...MARKS) },
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom(' ', '。」', '》（', '，“', '！？') },
)

/** Chinese text as in contracts, mixed with figures, Latin words and punctuation. */
export const chineseText = fc
  .array(piece, { minLength: 1, maxLength: 90, size: 'max' })
  .map((pieces) => pieces.join(''))

export const englishText = fc
  .array(fc.constantFrom(...LATIN), { minLength: 1, maxLength: 90, size: 'max' })
  .map((words) => words.join(' '))

const languages: fc.Arbitrary<LanguageChoice> = fc.record({
  primary: fc.constantFrom<Side>('zh', 'en'),
  bilingual: fc.boolean(),
  script: fc.constantFrom('Hans', 'Hant'),
})

/** A document whose clauses have random texts of random length; some clauses are left out. */
export const randomTree: fc.Arbitrary<DocumentTree> = fc
  .record({
    choice: languages,
    texts: fc.array(fc.record({ zh: chineseText, en: englishText, kept: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(({ choice, texts }) => {
    const source = sampleSource()
    source.answers.languages = choice
    const tree = assemble(source)
    let next = 0
    const rewrite = (clause: ClauseNode) => {
      const { zh, en, kept } = texts[next++ % texts.length]!
      clause.text = { zh: [{ kind: 'text', text: zh }], en: [{ kind: 'text', text: en }] }
      clause.kept = kept
      clause.items.forEach(rewrite)
    }
    for (const article of tree.articles) {
      article.clauses.forEach(rewrite)
      article.kept = article.clauses.some(({ kept }) => kept)
    }
    return tree
  })

/** The sample contract in a language, with its articles repeated `times` times. */
export function sampleTree(choice: Partial<LanguageChoice> = {}, times = 1): DocumentTree {
  const source = sampleSource()
  source.answers.languages = { ...source.answers.languages, ...choice }
  const tree = assemble(source)
  return { ...tree, articles: Array.from({ length: times }, () => tree.articles).flat() }
}
