import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ASSETS = 'dist/client/assets'

/** Functions that browsers of the stated minimum do not have: Chrome 109, Safari 16.4, Firefox 115. */
const NEWER = [
  /\.(?:toReversed|toSorted|toSpliced)\(/,
  /\.with\(/,
  /\b(?:Map|Object)\.groupBy\(/,
  /\bPromise\.(?:withResolvers|try)\(/,
  /\bArray\.fromAsync\(/,
  /\bURL\.(?:parse|canParse)\(/,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  /\bIterator\.from\(/,
  /\.(?:isWellFormed|toWellFormed)\(/,
  /\bIntl\.DurationFormat\b/,
  /\bAbortSignal\.any\(/,
  /\.(?:entries|keys|values)\(\)\.(?:map|filter|some|every|find|reduce|toArray|take|drop)\(/,
]

/** Chrome has had these functions for longer than some phones that still get updates. */
const RECENT = [/\.findLast(?:Index)?\(/]

/** PDF.js is left out, because it contains its own replacements: views/scripts/pdf-viewer/polyfills.ts. */
const isPdfJs = (name: string) => /^pdf/.test(name)

function findingsIn(code: string): string[] {
  return [...NEWER, ...RECENT].flatMap((one) => one.exec(code)?.[0] ?? [])
}

test('no script of the site needs a function that the oldest supported browsers lack', () => {
  if (!existsSync(ASSETS)) throw new Error('no build: run src/commands/build.mjs first')
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js') && !isPdfJs(name))
  expect(scripts.length).toBeGreaterThan(8)
  const uses = scripts.flatMap((name) =>
    findingsIn(readFileSync(`${ASSETS}/${name}`, 'utf8')).map((call) => `${name}: ${call}`),
  )
  expect(uses).toEqual([])
})

test('a planted use is found', () => {
  const plantedCode = 'a.toSorted(b);Map.groupBy(c,d);e.values().map(f);g.findLast(h)'
  expect(findingsIn(plantedCode)).toHaveLength(4)
})
