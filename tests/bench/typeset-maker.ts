// Makes PDFs in a separate process: receives the number of a round, makes the document of the round and
// reports the time.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import type { Browser } from 'playwright'
import { annexesOf, bodyOf } from '#assembly/plain.ts'
import type { ClauseNode, DocumentTree, Run, Sides } from '#assembly/tree.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { launchBrowser } from '#tests/support/launch-browser.ts'
import { sampleTree } from '#tests/support/random-tree.ts'
import { fetched } from './fetched.ts'
import { pdfkitPrint } from './pdfkit-print.ts'
import { asHtml, asTypst } from './peer-sources.ts'

type Make = (tree: DocumentTree) => Promise<Uint8Array>

const faceFile = (weight: string) =>
  createRequire(import.meta.url).resolve(
    `@expo-google-fonts/noto-serif-sc/${weight}/NotoSerifSC_${weight}.ttf`,
  )
const FACES = { regular: faceFile('400Regular'), bold: faceFile('600SemiBold') }

/**
 * The document with other titles, parties, clauses and signature blocks in every round, so that no line is
 * cached. Labels stay.
 */
function renewDocument(tree: DocumentTree, round: number): DocumentTree {
  let count = 0
  const words = () => `(${round}.${count++}) `
  const renewSides = ({ zh, en }: Sides<string>): Sides<string> => {
    const added = words()
    return { zh: zh && added + zh, en: en && added + en }
  }
  const runs = ({ zh, en }: Sides<Run[]>): Sides<Run[]> => {
    const added = { kind: 'text' as const, text: words() }
    return { zh: [added, ...zh], en: [added, ...en] }
  }
  const clause = (node: ClauseNode): ClauseNode => ({
    ...node,
    text: runs(node.text),
    items: node.items.map(clause),
    ...(node.table && {
      table: {
        ...node.table,
        rows: node.table.rows.map((row) => ({
          ...row,
          cells: row.cells.map((cell) => ({ ...cell, text: runs(cell.text) })),
        })),
      },
    }),
  })
  const lines = <Line extends { value: Sides<string> }>(list: Line[]) =>
    list.map((line) => ({ ...line, value: renewSides(line.value) }))
  return {
    ...tree,
    number: `${tree.number}-${round}`,
    title: renewSides(tree.title),
    prevailing: renewSides(tree.prevailing),
    recitals: tree.recitals.map(clause),
    parties: tree.parties.map((party) => ({
      ...party,
      name: renewSides(party.name),
      lines: lines(party.lines),
    })),
    articles: tree.articles.map((article) => ({
      ...article,
      title: renewSides(article.title),
      clauses: article.clauses.map(clause),
    })),
    signatures: tree.signatures.map((one) => ({
      ...one,
      name: renewSides(one.name),
      lines: lines(one.lines),
    })),
  }
}

/** The document with one clause changed in every round, near the beginning, the middle or the end. */
function editDocument(tree: DocumentTree, round: number): DocumentTree {
  const articleIndex = Math.floor((tree.articles.length * ((round * 3) % 10)) / 10)
  const articles = tree.articles.map((article, index) => {
    if (index !== articleIndex) return article
    const [first, ...others] = article.clauses
    const text = {
      zh: [...first!.text.zh, { kind: 'text' as const, text: `第${round}次修改。` }],
      en: [...first!.text.en, { kind: 'text' as const, text: ` Amendment ${round}.` }],
    }
    return { ...article, clauses: [{ ...first!, text }, ...others] }
  })
  return { ...tree, articles }
}

async function printInBrowser(browser: Browser, tree: DocumentTree) {
  const page = await browser.newPage()
  await page.setContent(asHtml(tree))
  const pdf = await page.pdf({ format: 'A4' })
  await page.close()
  return pdf
}

const newCompiler = () => {
  const { NodeCompiler } = createRequire(import.meta.url)(
    resolve(fetched('@myriaddreamin/typst-ts-node-compiler@0.7.0')),
  )
  return NodeCompiler.create({ fontArgs: [{ fontPaths: Object.values(FACES).map((file) => dirname(file)) }] })
}

let browser: Browser | undefined
let compiler: ReturnType<typeof newCompiler> | undefined

const MAKERS: Record<string, Make> = {
  Qishu: async (tree) => (await typeset(tree, { createdAt: new Date(0) })).bytes,
  pdfkit: (tree) => pdfkitPrint(tree, FACES),
  // A new compiler for each document; it reads the font files again.
  'Typst, cold': async (tree) => newCompiler().pdf({ mainFileContent: asTypst(tree) }),
  // One compiler for all documents, which keeps its layout cache.
  async 'Typst, warm'(tree) {
    compiler ??= newCompiler()
    return compiler.pdf({ mainFileContent: asTypst(tree) })
  },
  // A page in a running browser, printed with the installed fonts.
  async 'Chromium print'(tree) {
    browser ??= await launchBrowser()
    return printInBrowser(browser, tree)
  },
  // A page in a browser that is started for it, as for an occasional document.
  async 'Chromium print, cold'(tree) {
    const ownBrowser = await launchBrowser()
    const pdf = await printInBrowser(ownBrowser, tree)
    await ownBrowser.close()
    return pdf
  },
}

const DOCUMENTS = { renewed: renewDocument, edited: editDocument }

const [name, kind, file] = process.argv.slice(2) as [string, keyof typeof DOCUMENTS, string]
const singleTree = sampleTree()
/** The sample contract with its body repeated seven times and its annexes once. */
const sample = {
  ...singleTree,
  articles: [...Array.from({ length: 7 }, () => bodyOf(singleTree)).flat(), ...annexesOf(singleTree)],
}

async function makeRound(round: number) {
  const tree = DOCUMENTS[kind](sample, round)
  const start = performance.now()
  const bytes = await MAKERS[name]!(tree)
  const took = performance.now() - start
  writeFileSync(file, bytes)
  process.send!(took)
}

process.on('message', (round: number) => void makeRound(round))
process.on('disconnect', () => void browser?.close().finally(() => process.exit()))
