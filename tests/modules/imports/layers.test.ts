import { expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import { numbers } from '#tests/support/mutants.ts'
import { type ContentOddity, oddDocument } from '#tests/support/odd-pdf/document.ts'
import { writeOdd } from '#tests/support/odd-pdf/writer.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'

async function copyOf(...oddities: ContentOddity[]) {
  const odd = new Set<string>(oddities)
  const bytes = writeOdd(oddDocument(odd, numbers(1)), odd, numbers(1))
  const { finding, copy } = await checkFile(new Uint8Array(bytes), 500)
  return { finding, text: copy ? await pdfText(copy) : null }
}

test('a layer with a visibility expression is shown if the expression is true', async () => {
  const { finding, text } = await copyOf('layerExpression')
  expect(finding).toMatchObject({ repairs: ['layers'] })
  expect(text).toContain('Layer 0')
})

test('a layer is left out if its expression is false, despite a contrary setting', async () => {
  const { finding, text } = await copyOf('layerExpression', 'layersOff')
  expect(finding).toMatchObject({ repairs: ['layers'] })
  expect(text).not.toContain('Hidden')
})

test('a video is replaced by its still picture, and the notice says so', async () => {
  const { finding, text } = await copyOf('film')
  expect(finding).toMatchObject({ removed: ['multimedia'] })
  expect(text).toContain('Ffilm')
})
