import { expect, test } from 'vitest'
import { note } from '../support/measured.ts'
import { benchTypeset } from './typeset.ts'

test('a 23-page bilingual contract beside Typst and Chromium', async () => {
  const times = await benchTypeset()
  expect(times.length).toBe(3)
  for (const { name, median, pages, bytes, ratio } of times) {
    const found = `${ratio.toFixed(2)} × ours (${median.toFixed(0)} ms, ${pages} pages, ${Math.round(bytes / 1024)} KB)`
    note(`PDF of 23 bilingual pages: ${name}`, found)
    process.stdout.write(`${name}: ${found}\n`)
  }
})
