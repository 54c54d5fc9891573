import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DeskFilesPage } from '#modules/pages/desk-files/desk-files-page.tsx'
import { HOUR } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { languages } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { isDiskFull } from '#src/files/disk.ts'
import { LocalFiles } from '#src/files/store/local-files.ts'
import { S3Error } from '#src/files/store/s3-request.ts'
import { storage } from '#src/jobs/storage.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { runTool } from '#tests/support/pdf-tools.ts'
import { png } from '#tests/support/pictures.ts'
import { postFiles } from '#tests/support/upload.ts'
import { LanguageContext } from '#views/language.tsx'

let root: string
let files: LocalFiles

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'local-files-'))
  files = new LocalFiles(root)
})

const OLD_CONTENT = new TextEncoder().encode('what was there before')
const NEW_CONTENT = new Uint8Array(200_000).fill(9)
const KEY = 'documents/one/file.pdf'

/** A file outside the store, as an archive is before it is stored. */
function source(bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), 'source-')), 'file')
  writeFileSync(path, bytes)
  return path
}

const modeOf = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8)
const names = () => readdirSync(join(root, 'documents/one'))

/** Simulates a disk with space for a part of the file only. */
const fillUp = (files: LocalFiles) =>
  vi.spyOn(files, 'writeTo').mockImplementation(async (file: FileHandle) => {
    await file.write(NEW_CONTENT.subarray(0, 1000))
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })

test('files are readable by the server’s user only', async () => {
  await files.put(KEY, NEW_CONTENT)
  await files.putFrom('documents/two/file.pdf', source(OLD_CONTENT))
  expect(['documents', 'documents/one', KEY, 'documents/two/file.pdf'].map(modeOf)).toEqual([
    '700',
    '700',
    '600',
    '600',
  ])
})

test('a file is written and synced under another name, renamed, and then its folder is synced', async () => {
  const probe = await open(join(root, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe)
  await probe.close()
  const seenSteps: string[] = []
  const sync = handles.sync
  handles.sync = async function (this: FileHandle) {
    const isWhole = (() => {
      try {
        return readFileSync(join(root, KEY)).equals(NEW_CONTENT)
      } catch {
        return false
      }
    })()
    seenSteps.push(
      `${(await this.stat()).isDirectory() ? 'folder' : 'file'}, ${isWhole ? 'in its place' : 'not there'}`,
    )
    return sync.call(this)
  }
  try {
    await files.put(KEY, NEW_CONTENT)
  } finally {
    handles.sync = sync
  }
  expect(seenSteps).toEqual([
    'folder, not there',
    'folder, not there',
    'file, not there',
    'folder, in its place',
  ])
})

test('an empty file and a small one are stored exactly', async () => {
  for (const bytes of [new Uint8Array(), new Uint8Array([1, 2, 3])]) {
    await files.put(KEY, bytes)
    const read = await files.getBytes(KEY)
    expect([read.byteLength, read.buffer.byteLength]).toEqual([bytes.length, bytes.length])
    expect(read).toEqual(bytes)
  }
})

describe('a full disk', () => {
  const context = setUpCast()

  test.each(['bytes', 'a file'])('keeps the existing file, and no partial one, of %s', async (form) => {
    await files.put(KEY, OLD_CONTENT)
    const fullDisk = fillUp(files)
    const putPromise =
      form === 'bytes' ? files.put(KEY, NEW_CONTENT) : files.putFrom(KEY, source(NEW_CONTENT))
    expect(isDiskFull(await putPromise.catch((error) => error))).toBe(true)
    expect([names(), (await files.getBytes(KEY)).length]).toEqual([['file.pdf'], OLD_CONTENT.length])
    fullDisk.mockRestore()
    await files.put(KEY, NEW_CONTENT)
    expect(await files.getBytes(KEY)).toEqual(NEW_CONTENT)
  })

  test('is reported to the uploader, and leaves nothing of the upload', async () => {
    const { db, cast } = context
    const fullDisk = fillUp(storage() as LocalFiles)
    const send = () =>
      postFiles(cast.lin.client, '/mgmt/online-service', { words: 'See this', key: newId() }, [
        { field: 'file', name: 'seal.png', bytes: png() },
      ])
    const answer = await send()
    expect([answer.status, await answer.text()]).toEqual([507, expect.stringContaining('storage is full')])
    expect(await db.selectFrom('chat.message').select('seq').execute()).toEqual([])
    expect(await db.selectFrom('platform.stored_file').select('key').execute()).toEqual([])
    fullDisk.mockRestore()
    expect((await send()).status).toBeLessThan(400)
    expect(await db.selectFrom('platform.stored_file').select('key').execute()).toHaveLength(1)
  })

  test('is reported before it is full, to the operator', async () => {
    const { disk } = await (await context.client.get('/readyz')).json()
    const { bavail, bsize } = await statfs(config.DATA_DIR)
    expect(disk).toBe(bavail * bsize < 1024 ** 3 ? 'low' : 'enough')
    const html = renderToString(
      <LanguageContext value={languages.en_US}>
        <DeskFilesPage
          rows={[]}
          next={null}
          hasPrevious={false}
          checkedAt={null}
          space={{ free: 5e8, low: true }}
        />
      </LanguageContext>,
    )
    expect(html).toContain('Only 476.8 MB left')
    const roomy = {
      rows: [],
      next: null,
      hasPrevious: false,
      checkedAt: null,
      space: { free: 8.1e10, low: false },
    }
    const renderedPage = renderToString(
      <LanguageContext value={languages.en_US}>
        <DeskFilesPage {...roomy} />
      </LanguageContext>,
    )
    expect(renderedPage).toContain('75.4 GB left')
  })

  test.each([
    [{ code: 'ENOSPC' }, true],
    [{ code: 'EDQUOT' }, true],
    [{ code: '53100' }, true],
    [{ cause: { cause: { code: 'ENOSPC' } } }, true],
    [new S3Error(507, 'InsufficientStorage', ''), true],
    [new AppError('OTHER'), false],
    [{ code: 'EIO' }, false],
    [undefined, false],
  ])('is recognised by its error: %o', (thrown, is) => expect(isDiskFull(thrown)).toBe(is))

  test.runIf(process.env.LONG === '1' && process.getuid?.() === 0)(
    'of four megabytes keeps the existing file',
    async () => {
      await runTool('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', root])
      try {
        await files.put(KEY, OLD_CONTENT)
        for (let size = 2; size < 4.2; size += 0.1) {
          const bytes = new Uint8Array(size * 1024 ** 2).fill(7)
          const thrown = await files.put(KEY, bytes).catch((error) => error)
          if (thrown) expect(isDiskFull(thrown)).toBe(true)
          expect(names()).toEqual(['file.pdf'])
          if (thrown) expect(await files.getBytes(KEY)).not.toHaveLength(bytes.length)
        }
        await files.delete(KEY)
        await files.put(KEY, NEW_CONTENT)
        expect(await files.getBytes(KEY)).toEqual(NEW_CONTENT)
      } finally {
        await runTool('umount', [root])
      }
    },
  )
})

test('unfinished files are deleted after an hour, and nothing else is', async () => {
  await files.put(KEY, OLD_CONTENT)
  mkdirSync(join(root, 'chat/two'), { recursive: true })
  const remaining = ['documents/one/file.pdf.a.part', 'chat/two/1.b.part', 'chat/two/2.c.part']
  for (const path of remaining) writeFileSync(join(root, path), 'half')
  const long = new Date(Date.now() - 2 * HOUR)
  for (const path of [...remaining.slice(0, 2), KEY]) utimesSync(join(root, path), long, long)
  await files.deleteUnfinished()
  expect([names(), readdirSync(join(root, 'chat/two'))]).toEqual([['file.pdf'], ['2.c.part']])
})
