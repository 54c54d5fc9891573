import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import { scanStructure } from '#src/pdf/structure.ts'
import { CASES, caseFile } from './case-files.ts'

test('every case file has an expected outcome', () => {
  const names = readdirSync('tests/cases/pdf').filter((name) => name.endsWith('.pdf'))
  expect(Object.keys(CASES).sort()).toEqual(names.map((name) => name.replace('.pdf', '')).sort())
})

test.each(Object.entries(CASES))('%s', async (name, expected) => {
  const { finding, copy } = await checkFile(caseFile(name), 500)
  expect(finding).toMatchObject(expected)
  const isUnchanged = 'refused' in expected || expected.signed
  expect(copy === null).toBe(isUnchanged)
  if (copy) expect(scanStructure(copy)).toMatchObject({ revisions: [{}] })
})
