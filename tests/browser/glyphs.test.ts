import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facesOf } from '#src/pdf/fonts/faces.ts'
import { closePages, openBrowser } from '#tests/support/browser.ts'
import { sampled } from '#tests/support/runs.ts'
import { BIG5, GB_2312 } from '#tests/support/spoken.ts'

/**
 * Every character of GB 2312 (the 6,763 of levels 1 and 2 of GB 18030), of Big5 and of the Hong Kong
 * supplement can be printed and shown. Others, such as level 3 of GB 18030-2022 and rare extensions, are not
 * guaranteed: a document with a character that no font has cannot be finalised, and the character is named.
 */
let browser: Browser
let page: Page
let characters: string[]

/** The characters of the Hong Kong supplement; only a browser's decoder knows them. */
function hongKong(): string[] {
  const decoder = new TextDecoder('big5')
  const characters = new Set<string>()
  for (let row = 0x87; row <= 0xfe; row++)
    for (let cell = 0x40; cell <= 0xfe; cell++)
      if (cell < 0x7f || cell > 0xa0) characters.add(decoder.decode(new Uint8Array([row, cell])))
  return [...characters].filter((one) => /^\p{Script=Han}$/u.test(one))
}

beforeAll(async () => {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
  const css = readFileSync(`dist/client/${manifest['views/theme.css'].file}`, 'utf8')
  browser = await openBrowser()
  page = await browser.newPage()
  await page.setContent(`<html lang="en"><style>${css}</style><body></body>`)
  const supplement = await page.evaluate(hongKong)
  characters = [...new Set([...GB_2312, ...BIG5, ...supplement])]
  process.stdout.write(
    `glyphs: ${GB_2312.length} of GB 2312, ${BIG5.length} of Big5, ${characters.length} together with Hong Kong's\n`,
  )
})
afterAll(() => closePages(browser))

test.each([
  ['Hans', 400],
  ['Hans', 600],
  ['Hant', 400],
  ['Hant', 600],
] as const)('each character is in the fonts of a document in %s of weight %i', (script, weight) => {
  const faces = facesOf(script, weight).map((open) => open())
  expect(characters.length).toBeGreaterThan(19_000)
  expect(characters.filter((one) => faces.every((face) => face.glyph(one) === 0))).toEqual([])
})

/** The characters that the page's fonts draw as an empty box, or not at all. */
function boxes({ all, lang, face }: { all: string[]; lang: string; face: string }): string[] {
  const size = 32
  const across = 200
  const paper = document.body.appendChild(document.createElement('p'))
  Object.assign(paper, { lang, className: face })
  const canvas = Object.assign(document.createElement('canvas'), {
    width: size * across,
    height: size * Math.ceil(all.length / across),
  })
  const brush = canvas.getContext('2d', { willReadFrequently: true })!
  brush.font = `20px ${getComputedStyle(paper).fontFamily}`
  brush.textBaseline = 'top'
  for (const [at, one] of all.entries())
    brush.fillText(one, (at % across) * size + 6, Math.floor(at / across) * size + 6)
  const { data, width } = brush.getImageData(0, 0, canvas.width, canvas.height)
  paper.remove()
  const pixelsOf = (at: number) => {
    let print = ''
    const startIndex = Math.floor(at / across) * size * width + (at % across) * size
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        print += (data[(startIndex + y * width + x) * 4 + 3] ?? 0) > 96 ? '1' : '0'
    return print
  }
  const box = pixelsOf(0)
  return all.filter((_, at) => pixelsOf(at) === box || !pixelsOf(at).includes('1'))
}

/** Two noncharacters. */
const NOWHERE = ['\u{ffffe}', '\u{10fffe}']

const FACES = [
  ['zh-Hans', ''],
  ['zh-Hans', 'font-serif'],
  ['zh-Hant', 'font-serif'],
  ['zh-Hant', ''],
] as const

/** Each script in one face daily. */
test.each(sampled(FACES, 2))(
  'each character is drawn on a page in %s %s, and not as an empty box',
  async (lang, face) => {
    const undrawn = await page.evaluate(boxes, { all: [...NOWHERE, ...characters], lang, face })
    expect(undrawn.slice(0, 2), 'need to know an empty box to see one').toEqual(NOWHERE)
    expect(undrawn.slice(2)).toEqual([])
  },
)

describe('letterforms', () => {
  const WORDS = '骨將着'
  /** The fonts that Chromium used for an element's text. */
  async function fontsOf(html: string): Promise<string[]> {
    await page.evaluate((markup) => {
      document.body.innerHTML = markup
      document.body.getBoundingClientRect()
    }, html)
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#words' })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    await session.detach()
    return fonts.map(({ familyName }) => familyName)
  }

  const mixed = [
    ['zh-CN', 'zh-Hant', 'TC'],
    ['en', 'zh-Hant', 'TC'],
    ['zh-TW', 'zh-Hans', 'SC'],
    ['zh-TW', 'zh-CN', 'SC'],
    ['en', 'zh-Hans', 'SC'],
    ['zh-CN', 'zh-TW', 'TC'],
  ] as const
  test.each(sampled(mixed, 3))(
    'on a page in %s text in %s is drawn with the glyphs of %s',
    async (around, lang, forms) => {
      for (const face of ['', 'font-serif']) {
        const html = `<div lang="${around}" class="${face}"><p id="words" lang="${lang}">${WORDS}</p></div>`
        const [font = ''] = await fontsOf(html)
        expect([face, font]).toEqual([face, expect.stringMatching(new RegExp(`CJK ${forms}$`))])
      }
    },
  )
})
