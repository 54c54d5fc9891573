import { expect, test } from 'vitest'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { writePng } from '#src/files/pictures/pixels.ts'
import { A_3 } from '#tests/support/conformance/a-3.ts'
import { failuresOf } from '#tests/support/conformance/reading.ts'
import { UA_1 } from '#tests/support/conformance/ua-1.ts'
import { sampleTree } from '#tests/support/random-tree.ts'

const CREATED_AT = new Date('2026-11-29T08:00:00Z')

/** A wide logo, blue on white. */
const logo = writePng({
  width: 60,
  height: 20,
  data: new Uint8ClampedArray(60 * 20 * 4).map((_, at) => (at % 4 === 3 || (at >> 2) % 60 > 30 ? 255 : 90)),
})

test('a logo in the header keeps the file PDF/UA-1 and PDF/A-3a, and changes no place', async () => {
  const tree = sampleTree({}, 4)
  const without = await typeset(tree, { createdAt: CREATED_AT, hasSource: true })
  const printedFile = await typeset(tree, { createdAt: CREATED_AT, hasSource: true, logo })
  expect([...failuresOf(UA_1, printedFile.bytes), ...failuresOf(A_3, printedFile.bytes)]).toEqual([])
  expect(printedFile.signaturePlaces).toEqual(without.signaturePlaces)
  expect(printedFile.clausePlaces).toEqual(without.clausePlaces)
  expect(printedFile.bytes).not.toEqual(without.bytes)
  const secondFile = await typeset(tree, { createdAt: CREATED_AT, hasSource: true, logo })
  expect(secondFile.bytes).toEqual(printedFile.bytes)
})
