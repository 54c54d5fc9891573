import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '#src/files/store/file-store.ts'
import { LocalFiles } from '#src/files/store/local-files.ts'
import { S3Files } from '#src/files/store/s3-files.ts'
import { checkStorage } from '#src/jobs/storage-check.ts'
import { S3_KEY, type S3Stub, startS3Stub } from '#tests/stubs/s3.ts'
import { type Swift, startSwift } from '#tests/support/swift.ts'
import { onPath } from '#tests/support/tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'stores-'))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Short pauses, so that the client soon gives up on a store that stays down. */
const QUICK = { pauses: [1, 1, 1], silence: 10_000 }

/** For a store that never responds. */
const IMPATIENT = { pauses: [1, 1, 1], silence: 300 }

const stubs: S3Stub[] = []
const settingsOf = (stub: S3Stub) => ({ ...S3_KEY, url: stub.url, region: 'auto' })

async function s3(manner: Parameters<typeof startS3Stub>[0] = {}, limits = QUICK) {
  const stub = await startS3Stub(manner)
  stubs.push(stub)
  return { stub, store: new S3Files({ ...settingsOf(stub), region: manner.region ?? 'auto' }, limits) }
}

const started: Swift[] = []

/** A real store with an S3 interface, written by others. */
async function swift() {
  started.push(await startSwift())
  return new S3Files(started[0]!.settings)
}

afterAll(async () => {
  for (const one of [...stubs, ...started]) await one.close()
})

const STORES: Record<string, () => Promise<FileStore>> = {
  disk: async () => new LocalFiles(mkdtempSync(join(folder, 'disk-'))),
  'S3, bucket in the path': async () => (await s3()).store,
  'S3, bucket in the host': async () => (await s3({ style: 'host' })).store,
  ...(process.env.LONG === '1' && onPath('swift-proxy-server') && { 'OpenStack Swift': swift }),
}

/** Writes a file to the disk and stores it from there. */
async function putFromDisk(store: FileStore, key: string, bytes: Uint8Array) {
  const path = join(folder, 'source')
  writeFileSync(path, bytes)
  await store.putFrom(key, path, { bytes: bytes.length, sha256: sumOf(bytes) })
}

const ODD_KEYS = [
  'documents/a b/c+d.pdf',
  'documents/100%/50%25.pdf',
  "documents/it's (1)*!~.pdf",
  'documents/合同/協議书.pdf',
  'documents/é&<>"=?#;:@$,[]{}|^`.pdf',
  'documents/🖋/...pdf',
  'x',
]

describe.each(Object.entries(STORES))('%s', (_, make) => {
  let store: FileStore

  beforeAll(async () => {
    store = await make()
  }, 120_000)

  test('a file is read as it was written, as bytes and as a stream, and replaced', async () => {
    for (const contents of ['first', 'second, and longer']) {
      await store.put('documents/one/file.pdf', contents)
      expect(text(await store.getBytes('documents/one/file.pdf'))).toBe(contents)
      expect(text(await buffer(await store.getStream('documents/one/file.pdf')))).toBe(contents)
    }
  })

  test.each([0, 1, 30 * 1024 ** 2])('a file of %i bytes is stored exactly', async (size) => {
    const bytes = randomBytes(size)
    await store.put('documents/sized/a', bytes)
    await putFromDisk(store, 'documents/sized/b', bytes)
    for (const key of ['documents/sized/a', 'documents/sized/b']) {
      expect(sumOf(await store.getBytes(key))).toBe(sumOf(bytes))
      expect(sumOf(await buffer(await store.getStream(key)))).toBe(sumOf(bytes))
    }
  })

  test('keys with odd characters name separate files', async () => {
    for (const key of ODD_KEYS) await store.put(key, `of ${key}`)
    for (const key of ODD_KEYS) expect(text(await store.getBytes(key))).toBe(`of ${key}`)
    for (const key of ODD_KEYS) await store.deleteAll(key)
    for (const key of ODD_KEYS) expect([key, await store.exists(key)]).toEqual([key, false])
  })

  test.each(['', '/etc/passwd', 'a/../b', '../b', 'a//b', 'a/', './a', 'a\\..\\b', 'a\nb', 'a'.repeat(600)])(
    'no file is named %j',
    async (key) => {
      await expect(async () => store.put(key, 'x')).rejects.toThrow('no key of a file')
      await expect(async () => store.getBytes(key)).rejects.toThrow('no key of a file')
    },
  )

  test('a missing file is not there, cannot be read, and can be deleted', async () => {
    expect(await store.exists('documents/none')).toBe(false)
    await expect(store.getBytes('documents/none')).rejects.toThrow()
    await expect(store.getStream('documents/none')).rejects.toThrow()
    await store.delete('documents/none')
    await store.deleteAll('documents/none')
  })

  test('a folder is deleted with everything below it, and nothing beside it', async () => {
    const keys = ['a/1', 'a/2', 'a/b/3', 'ab/4', 'b/a/5']
    for (const key of keys) await store.put(key, key)
    await store.deleteAll('a')
    const existence = await Promise.all(keys.map((key) => store.exists(key)))
    expect(existence).toEqual([false, false, false, true, true])
  })

  test('the check passes', async () => {
    await checkStorage(store)
    await store.probe()
  })
})

describe('an S3 store', () => {
  test('is asked for further pages of a long list', async () => {
    const { stub, store } = await s3({ pageSize: 3 })
    const keys = Array.from({ length: 10 }, (_, n) => `a/${n}&`)
    for (const key of keys) await store.put(key, 'x')
    await store.put('b', 'x')
    await store.deleteAll('a')
    expect([...stub.objects.keys()]).toEqual(['b'])
  })

  test('gets the token of a temporary key', async () => {
    const { stub } = await s3({ token: 'of the role' })
    const store = new S3Files({ ...settingsOf(stub), token: 'of the role' }, QUICK)
    await store.put('a', 'x')
    expect([...stub.objects.keys()]).toEqual(['a'])
  })

  describe.each(['error', 'busy', 'reset', 'silent'] as const)('that answers by %s', (trouble) => {
    const limits = trouble === 'silent' ? IMPATIENT : QUICK

    test('once or three times is asked again', async () => {
      const { stub, store } = await s3({}, limits)
      for (const often of [1, 3]) {
        const troubles = () => stub.troubles.push(...Array.from({ length: often }, () => trouble))
        troubles()
        await store.put('a', 'x')
        troubles()
        expect(text(await store.getBytes('a'))).toBe('x')
        troubles()
        expect(await store.exists('a')).toBe(true)
        troubles()
        expect(text(await buffer(await store.getStream('a')))).toBe('x')
      }
    })

    test('each time is given up', async () => {
      const { stub, store } = await s3({}, limits)
      stub.troubles.push(...Array.from({ length: 8 }, () => trouble))
      await expect(store.put('a', 'x')).rejects.toThrow()
      expect(stub.requests).toHaveLength(4)
      await expect(store.exists('a')).rejects.toThrow()
    })
  })

  test('whose answer breaks off half way is read again, or ends the stream with an error', async () => {
    const { stub, store } = await s3()
    const bytes = randomBytes(3_000_000)
    await store.put('a', bytes)
    stub.troubles.push('cut')
    expect(sumOf(await store.getBytes('a'))).toBe(sumOf(bytes))
    stub.troubles.push('cut')
    const brokenStream = await store.getStream('a')
    await expect(buffer(brokenStream)).rejects.toThrow()
  })

  test('that is gone is reported', async () => {
    const { stub, store } = await s3()
    await stub.close()
    await expect(checkStorage(store)).rejects.toThrow('nothing listens there.\nStart the store')
  })

  test('is not asked again when it refuses', async () => {
    const { stub } = await s3()
    const store = new S3Files({ ...settingsOf(stub), secret: 'another' }, QUICK)
    await expect(store.put('a', 'x')).rejects.toThrow('SignatureDoesNotMatch (403)')
    expect(stub.requests).toHaveLength(1)
  })
})

describe('a wrong setting is reported with the variable to correct', () => {
  let stub: S3Stub

  beforeAll(async () => {
    stub = (await s3()).stub
  })
  afterEach(() => expect(stub.objects.size).toBe(0))

  const errorFor = (wrong: object) =>
    checkStorage(new S3Files({ ...settingsOf(stub), ...wrong }, QUICK)).then(
      () => 'none',
      (error: Error) => error.message,
    )

  test.each([
    [{ secret: 'another' }, 'STORAGE_S3_SECRET'],
    [{ keyId: 'another' }, 'Correct STORAGE_S3_KEY_ID'],
    [{ region: 'cn-hangzhou' }, 'STORAGE_S3_REGION to the region'],
  ])('%o', async (wrong, variable) => expect(await errorFor(wrong)).toContain(variable))

  test('in the address', async () => {
    expect(await errorFor({ url: stub.url.replace('qishu', 'other') })).toContain(
      'the bucket in STORAGE_S3_URL',
    )
    expect(await errorFor({ url: 'http://bucket.invalid' })).toContain('Correct the host in STORAGE_S3_URL')
    const { stub: strict } = await s3({ style: 'host' })
    expect(await errorFor({ url: `${strict.endpoint}/qishu` })).toContain('https://bucket.host instead of')
  })

  test('for a missing secret', async () => {
    expect(await errorFor({ secret: 'hush-hush', keyId: 'other' })).not.toContain('hush-hush')
  })

  test('for a disk', async () => {
    const store = new LocalFiles(join(folder, 'source', 'below-a-file'))
    writeFileSync(join(folder, 'source'), 'x')
    await expect(checkStorage(store)).rejects.toThrow('DATA_DIR')
  })
})
