import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkFile } from '#modules/imports/copy/check-file.ts'
import { LONG } from '#tests/support/runs.ts'
import { temporaryAuthority, unsignedFile } from '../signing/pades/signing-kit.ts'
import { madeBy, PRODUCERS } from './producers.ts'
import { expectSigned } from './signed-copy.ts'

const folder = mkdtempSync(join(tmpdir(), 'producers-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function expectTaken(bytes: Uint8Array, description: string) {
  const { finding, copy } = await checkFile(bytes, 500)
  if ('refused' in finding || !copy) throw new Error(`${description}: ${JSON.stringify(finding)}`)
  await expectSigned(copy, finding.pageBoxes, await temporaryAuthority(), description)
}

test('our own program is known as producer', async () => expectTaken((await unsignedFile()).bytes, 'our own'))

for (const producer of PRODUCERS)
  test.skipIf((producer.long && !LONG) || !producer.has())(
    producer.what,
    async () => expectTaken(await madeBy(producer, folder), producer.what),
    120_000,
  )

test('all producers are installed in the long run', () => {
  if (LONG) expect(PRODUCERS.filter(({ has }) => !has()).map(({ what }) => what)).toEqual([])
})
