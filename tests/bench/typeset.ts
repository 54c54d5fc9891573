import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import { type Browser, chromium } from 'playwright'
import type { DocumentTree } from '#modules/documents/assembly/tree.ts'
import { typeset } from '#modules/documents/typeset/typeset.ts'
import { note } from '#tests/support/measured.ts'
import { sampleTree } from '#tests/support/random-tree.ts'
import { chromiumPath } from '#tests/support/tools.ts'
import { fetched } from './fetched.ts'
import { median } from './load.ts'
import { pdfkitPrint } from './pdfkit-print.ts'
import { asHtml, asTypst } from './peer-sources.ts'

interface Maker {
  name: string
  make(tree: DocumentTree): Promise<Uint8Array>
}

const ROUNDS = 9
const PAUSE = 200
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const faceFile = (weight: string) =>
  createRequire(import.meta.url).resolve(
    `@expo-google-fonts/noto-serif-sc/${weight}/NotoSerifSC_${weight}.ttf`,
  )
const FACES = { regular: faceFile('400Regular'), bold: faceFile('600SemiBold') }

/** Every clause has other words than in any round or article before, so that nothing is known of it. */
function renewed(tree: DocumentTree, round: number): DocumentTree {
  const words = (at: number, index: number) => [
    { kind: 'text' as const, text: ` (${round}.${at}.${index}) ` },
  ]
  const articles = tree.articles.map((article, at) => ({
    ...article,
    clauses: article.clauses.map((clause, index) => ({
      ...clause,
      text: {
        zh: [...words(at, index), ...clause.text.zh],
        en: [...words(at, index), ...clause.text.en],
      },
      items: clause.items.map((item, n) => ({
        ...item,
        text: {
          zh: [...words(at, index * 100 + n), ...item.text.zh],
          en: [...words(at, index * 100 + n), ...item.text.en],
        },
      })),
    })),
  }))
  return { ...tree, articles }
}

/** One clause of the tree has other words in every round, near its beginning, its middle or its end. */
function edited(tree: DocumentTree, round: number): DocumentTree {
  const at = Math.floor((tree.articles.length * ((round * 3) % 10)) / 10)
  const articles = tree.articles.map((article, index) => {
    if (index !== at) return article
    const [first, ...others] = article.clauses
    const text = {
      zh: [...first!.text.zh, { kind: 'text' as const, text: `第${round}次修改。` }],
      en: [...first!.text.en, { kind: 'text' as const, text: ` Amendment ${round}.` }],
    }
    return { ...article, clauses: [{ ...first!, text }, ...others] }
  })
  return { ...tree, articles }
}

/** Each round all of them make the same document, one after the other; the first round warms them up and is not counted. */
async function inTurn(makers: Maker[], documentOf: (round: number) => DocumentTree) {
  const times = makers.map((): number[] => [])
  const files: Uint8Array[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const tree = documentOf(round)
    for (const [index, { make }] of makers.entries()) {
      // Chromium tidies up behind a print; nobody else shall pay for that.
      await setTimeout(PAUSE)
      const start = performance.now()
      files[index] = await make(tree)
      if (round > 0) times[index]!.push(performance.now() - start)
    }
  }
  return { times, files }
}

/** Makes what it measured known: the median of the rounds' ratios, and the least and the most of them. */
async function compare(what: string, makers: Maker[], documentOf: (round: number) => DocumentTree) {
  const { times, files } = await inTurn(makers, documentOf)
  for (const [index, { name }] of makers.entries()) {
    const ratios = times[index]!.map((time, round) => time / times[0]![round]!)
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
    const pages = (await PDFDocument.load(files[index]!)).getPageCount()
    const size = (files[index]!.length / files[0]!.length).toFixed(2)
    const found = `${median(ratios).toFixed(2)} × ours (${range}; ${median(times[index]!).toFixed(0)} ms, ${pages} pages, ${size} × our bytes)`
    note(`${what}: ${name}`, found)
    process.stdout.write(`${what}: ${name}: ${found}\n`)
  }
}

const ours: Maker = {
  name: 'Qishu',
  make: async (tree) => (await typeset(tree, { createdAt: new Date(0) })).bytes,
}

const newCompiler = () => {
  const { NodeCompiler } = createRequire(import.meta.url)(
    resolve(fetched('@myriaddreamin/typst-ts-node-compiler@0.7.0')),
  )
  return NodeCompiler.create({ fontArgs: [{ fontPaths: Object.values(FACES).map((file) => dirname(file)) }] })
}

/** A new compiler each time, as for a document nobody has asked for yet; it looks through the same font files. */
const typstCold: Maker = {
  name: 'Typst, cold',
  make: async (tree) => newCompiler().pdf({ mainFileContent: asTypst(tree) }),
}

/** One compiler, which keeps what it has laid out before. */
function typstWarm(): Maker {
  const compiler = newCompiler()
  return {
    name: 'Typst, warm',
    make: async (tree) => compiler.pdf({ mainFileContent: asTypst(tree) }),
  }
}

const pdfkit: Maker = { name: 'pdfkit', make: (tree) => pdfkitPrint(tree, FACES) }

const launched = () => chromium.launch({ executablePath: chromiumPath() ?? undefined, args: FLAGS })

async function printed(browser: Browser, tree: DocumentTree) {
  const page = await browser.newPage()
  await page.setContent(asHtml(tree))
  const pdf = await page.pdf({ format: 'A4' })
  await page.close()
  return pdf
}

/** A page in a browser that runs already, printed; the fonts are those installed. */
const chromiumPrint = (browser: Browser): Maker => ({
  name: 'Chromium print',
  make: (tree) => printed(browser, tree),
})

/** The same in a browser begun for it, as for a document now and then. */
const chromiumCold: Maker = {
  name: 'Chromium print, cold',
  async make(tree) {
    const browser = await launched()
    const pdf = await printed(browser, tree)
    await browser.close()
    return pdf
  },
}

const tree = sampleTree({}, 7)
const browser = await launched()
try {
  const makers = [ours, typstCold, pdfkit, chromiumPrint(browser), chromiumCold]
  await compare('a new bilingual PDF (P-12, P-14)', makers, (round) => renewed(tree, round))
} finally {
  await browser.close()
}
await compare('the same after an edit of one clause (P-13)', [ours, typstWarm()], (round) =>
  edited(tree, round),
)
