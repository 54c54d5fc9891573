import { expect, test } from 'vitest'
import { printDocument, unprintable } from '#modules/documents/typeset/pdf-worker.ts'
import { typeset } from '#modules/documents/typeset/typeset.ts'
import { sampleTree } from '#tests/support/random-tree.ts'

const options = { createdAt: new Date('2026-11-21T02:00:00Z') }

test('the press prints the same bytes as the typesetter itself, many orders at once', async () => {
  const trees = [sampleTree(), sampleTree({}, 4), sampleTree({}, 2)]
  const printed = await Promise.all(trees.map((tree) => printDocument(tree, options)))
  for (const [index, tree] of trees.entries()) {
    const { bytes, ...rest } = await typeset(tree, options)
    const { bytes: same, ...other } = printed[index]!
    expect(Buffer.compare(bytes, same)).toBe(0)
    expect(other).toEqual(rest)
  }
})

test('the event loop goes on while the press prints', async () => {
  let turns = 0
  const beat = setInterval(() => turns++, 1)
  await printDocument(sampleTree({}, 14), options)
  clearInterval(beat)
  expect(turns).toBeGreaterThan(5)
})

test('what cannot be printed is named, and the press goes on', async () => {
  const tree = sampleTree()
  const title = { zh: '契约𠮷🐼', en: 'Deed' }
  expect(await unprintable({ ...tree, title })).toEqual(['𠮷', '🐼'])
  await expect(printDocument({ ...tree, title }, options)).rejects.toMatchObject({ characters: ['𠮷', '🐼'] })
  const broken = { ...tree, articles: null } as never
  await expect(printDocument(broken, options)).rejects.toThrow(/TypeError/)
  expect(await unprintable(tree)).toEqual([])
})
