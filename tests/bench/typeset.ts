import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import { chromium } from 'playwright'
import type { DocumentTree } from '#modules/documents/assembly/tree.ts'
import { typeset } from '#modules/documents/typeset/typeset.ts'
import { note } from '#tests/support/measured.ts'
import { sampleTree } from '#tests/support/random-tree.ts'
import { chromiumPath } from '#tests/support/tools.ts'
import { fetched } from './fetched.ts'
import { asHtml, asTypst } from './peer-sources.ts'

interface TypesetTimes {
  name: string
  /** Median in milliseconds. */
  median: number
  pages: number
  bytes: number
  /** How many times as long as ours it takes; ours is 1. */
  ratio: number
}

interface Maker {
  name: string
  make(): Promise<Uint8Array>
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

/** Makes one 23-page bilingual contract by ours, by Typst cold and by Chromium's print, in turn. */
async function benchTypeset(): Promise<TypesetTimes[]> {
  const tree = sampleTree({}, 14)
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? undefined, args: FLAGS })
  try {
    return await inTurn([ours(tree), typstCold(tree), chromiumPrint(tree, browser)])
  } finally {
    await browser.close()
  }
}

async function inTurn(makers: Maker[]): Promise<TypesetTimes[]> {
  const times = makers.map((): number[] => [])
  const files: Uint8Array[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { make }] of makers.entries()) {
      // Chromium tidies up behind a print; nobody else shall pay for that.
      await setTimeout(PAUSE)
      const start = performance.now()
      files[index] = await make()
      // The first round loads fonts and code for all of them alike.
      if (round > 0) times[index]!.push(performance.now() - start)
    }
  }
  const medians = times.map((list) => list.sort((one, other) => one - other)[Math.floor(list.length / 2)]!)
  const pages = await Promise.all(files.map(async (file) => (await PDFDocument.load(file)).getPageCount()))
  return makers.map(({ name }, index) => ({
    name,
    median: Math.round(medians[index]! * 10) / 10,
    pages: pages[index]!,
    bytes: files[index]!.length,
    ratio: Math.round((medians[index]! / medians[0]!) * 100) / 100,
  }))
}

const ours = (tree: DocumentTree): Maker => ({
  name: 'Qishu',
  make: async () => (await typeset(tree, { createdAt: new Date(0) })).bytes,
})

/** A new compiler each time, as for a document nobody has asked for yet; it looks through the same font files. */
function typstCold(tree: DocumentTree): Maker {
  const require = createRequire(import.meta.url)
  const folders = ['400Regular', '600SemiBold'].map((weight) =>
    dirname(require.resolve(`@expo-google-fonts/noto-serif-sc/${weight}/NotoSerifSC_${weight}.ttf`)),
  )
  const mainFileContent = asTypst(tree)
  const { NodeCompiler } = require(resolve(fetched('@myriaddreamin/typst-ts-node-compiler@0.7.0')))
  return {
    name: 'Typst, cold',
    make: async () => NodeCompiler.create({ fontArgs: [{ fontPaths: folders }] }).pdf({ mainFileContent }),
  }
}

/** A page in a browser that runs already, printed; the fonts are those installed. */
function chromiumPrint(tree: DocumentTree, browser: Awaited<ReturnType<typeof chromium.launch>>): Maker {
  const html = asHtml(tree)
  return {
    name: 'Chromium print',
    make: async () => {
      const page = await browser.newPage()
      await page.setContent(html)
      const pdf = await page.pdf({ format: 'A4' })
      await page.close()
      return pdf
    },
  }
}

for (const { name, median, pages, bytes, ratio } of await benchTypeset()) {
  const found = `${ratio.toFixed(2)} × ours (${median.toFixed(0)} ms, ${pages} pages, ${Math.round(bytes / 1024)} KB)`
  note(`PDF of 23 bilingual pages: ${name}`, found)
  process.stdout.write(`${name}: ${found}\n`)
}
