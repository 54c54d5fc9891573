import { expect, test, vi } from 'vitest'
import { printDocument, printWord, unprintable } from '#modules/printing/typeset/pdf-worker.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { makeWord } from '#modules/printing/word/word.ts'
import { sampleTree } from '#tests/support/random-tree.ts'

const options = { createdAt: new Date('2026-11-21T02:00:00Z') }

test('the print worker makes the same bytes as the typesetter itself, with many jobs at once', async () => {
  const trees = [sampleTree(), sampleTree({}, 4), sampleTree({}, 2)]
  const printedFiles = await Promise.all(trees.map((tree) => printDocument(tree, options)))
  for (const [index, tree] of trees.entries()) {
    const { bytes, ...rest } = await typeset(tree, options)
    const { bytes: same, ...other } = printedFiles[index]!
    expect(Buffer.compare(bytes, same)).toBe(0)
    expect(other).toEqual(rest)
  }
})

test('the event loop runs while the print worker works', async () => {
  let turnCount = 0
  const beat = setInterval(() => turnCount++, 1)
  await printDocument(sampleTree({}, 14), options)
  clearInterval(beat)
  expect(turnCount).toBeGreaterThan(5)
})

test('unprintable text is named, and the print worker continues', async () => {
  const tree = sampleTree()
  const title = { zh: '契约𪚥🐼', en: 'Deed' }
  expect(await unprintable({ ...tree, title })).toEqual(['𪚥', '🐼'])
  await expect(printDocument({ ...tree, title }, options)).rejects.toMatchObject({ characters: ['𪚥', '🐼'] })
  const brokenTree = { ...tree, articles: null } as never
  await expect(printDocument(brokenTree, options)).rejects.toThrow(/TypeError/)
  expect(await unprintable(tree)).toEqual([])
})

test('Word files are made by the same thread, byte for byte', async () => {
  const tree = sampleTree()
  expect(Buffer.compare(await printWord(tree), await makeWord(tree))).toBe(0)
  await expect(printWord({ ...tree, sides: null } as never)).rejects.toThrow(/TypeError/)
})

test('a job that takes too long is aborted, and those behind it are done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const endless = printDocument(sampleTree({}, 2000), options)
  const word = printWord(sampleTree())
  vi.advanceTimersByTime(20_001)
  vi.useRealTimers()
  await expect(endless).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { seconds: 20 } })
  expect((await word).byteLength).toBeGreaterThan(1000)
})

test('finalising waits for no file, not even the one in progress', async () => {
  const doneJobs: string[] = []
  const note = (name: string) => () => doneJobs.push(name)
  await unprintable(sampleTree())
  await Promise.all([
    printDocument(sampleTree({}, 200), options).then(note('under way')),
    printDocument(sampleTree(), options).then(note('file')),
    unprintable(sampleTree()).then(note('check')),
    unprintable(sampleTree()).then(note('next check')),
  ])
  expect(doneJobs).toEqual(['check', 'next check', 'under way', 'file'])
})
