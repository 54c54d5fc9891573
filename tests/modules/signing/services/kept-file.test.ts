import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFile } from '#modules/documents/index.ts'
import { getFile } from '#src/jobs/storage.ts'
import { finishAs } from '#tests/stubs/finish.ts'
import { newClient } from '#tests/support/client.ts'
import { CHANGES } from '../pades/later-changes.ts'
import { verdictIn, verifyFile } from '../verification/verify-kit.ts'
import { person, type Sent, type SentOptions, ServiceKit, TWO_PARTIES } from './kit.ts'

let kit: ServiceKit

beforeAll(async () => {
  kit = await ServiceKit.open('esign')
})
afterAll(() => kit.close())

const MIXED = { a: 'builtin', b: 'esign' } as const

async function completeSigning(options: SentOptions): Promise<Sent> {
  const sent = await kit.send(options)
  for (const id of sent.ids) {
    await kit.sign(id)
    await kit.settle()
  }
  expect((await kit.view(sent)).state).toBe('completed')
  return sent
}

async function signedFile({ documentId }: Sent): Promise<Buffer> {
  const file = (await findFile(kit.db, documentId, 'signed-pdf'))!
  return Buffer.from(await getFile(kit.db, file.key, file.sha256))
}

async function answerTo(bytes: Uint8Array): Promise<[string, string]> {
  const html = (await (await verifyFile(newClient(kit.db), bytes)).text()).replace(/<!-- -->/g, '')
  return [verdictIn(html), html]
}

const verdictOn = async (bytes: Uint8Array) => (await answerTo(bytes))[0]

test.each([
  ['ours, then the service', { places: MIXED }, 'Signed through Qishu and at e签宝', 1],
  [
    'the service, then ours',
    { places: { a: 'esign', b: 'builtin' } },
    'Signed through Qishu and at e签宝',
    1,
  ],
  [
    'ours, the service, and ours again',
    { places: MIXED, people: [...TWO_PARTIES, person('c', 'a')] },
    'Signed through Qishu and at e签宝',
    1,
  ],
  ['the service alone', {}, 'Sent through Qishu, signed at e签宝', 1],
] satisfies [string, SentOptions, string, number][])(
  'the completed file is reported as ours: %s',
  async (_, options, title, places) => {
    const [verdict, html] = await answerTo(await signedFile(await completeSigning(options)))
    expect(verdict).toBe(title)
    expect(html).toContain('This is exactly the file that we keep of this signing.')
    expect(html.match(/Signed at<\/dt><dd[^>]*>e签宝/g)).toHaveLength(places)
    expect(html).not.toContain('it was changed afterwards')
  },
)

test('any other file counts as changed', async () => {
  const file = await signedFile(await completeSigning({ places: MIXED }))
  // Behind the signature of the service in its gap, which no signature covers.
  const padded = Buffer.from(file)
  padded.write('0001', file.lastIndexOf('0'.repeat(80)), 'latin1')
  expect(padded.equals(file)).toBe(false)
  expect(await verdictOn(file)).toBe('Signed through Qishu and at e签宝')
  expect(await verdictOn(padded)).toBe('Changed after signing')
  expect(await verdictOn(await finishAs('tencent')(file))).toBe('Changed after signing')
  expect(await verdictOn(Buffer.concat([file, Buffer.from('\n')]))).toBe('Changed after signing')
})

test('a file from before the last signature is not accepted as completed', async () => {
  const sent = await completeSigning({ places: MIXED, people: [...TWO_PARTIES, person('c', 'a')] })
  const revisions = await kit.db
    .selectFrom('signing.revision')
    .select(['key', 'sha256'])
    .where('signing_id', '=', sent.signingId)
    .orderBy('number')
    .execute()
  const verdicts = []
  for (const { key, sha256 } of revisions) verdicts.push(await verdictOn(await getFile(kit.db, key, sha256)))
  expect(verdicts).toEqual([
    'No signature',
    'Unchanged since signing, but not complete',
    'Changed after signing',
    'Changed after signing',
    'Signed through Qishu and at e签宝',
  ])
})

test.each(['content', 'annotation', 'appearance', 'field', 'page'])(
  'a service that changes a signed file is reported (%s)',
  async (kind) => {
    const [, change] = CHANGES.find(([, , what]) => what === kind)!
    const download = kit.stub!.service.download.bind(kit.stub!.service)
    const before: Uint8Array[] = []
    const spy = vi.spyOn(kit.stub!.service, 'download').mockImplementation(async (id) => {
      const finished = await download(id)
      return new Uint8Array(await finishAs('esign')(before[0] ?? finished, change))
    })
    const sent = await kit.send({ places: MIXED })
    await kit.sign(sent.ids[0]!)
    await kit.settle()
    const { key, sha256 } = await kit.db
      .selectFrom('signing.revision')
      .select(['key', 'sha256'])
      .where('signing_id', '=', sent.signingId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    before.push(await getFile(kit.db, key, sha256))
    await kit.sign(sent.ids[1]!)
    await kit.settle()
    expect((await kit.view(sent)).state).toBe('completed')
    expect(await verdictOn(await signedFile(sent))).toBe('Changed after signing')
    spy.mockRestore()
  },
)
