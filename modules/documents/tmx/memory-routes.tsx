import { Readable } from 'node:stream'
import * as v from 'valibot'
import { shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { exportMemory, findMemory, importMemory, requireMemory, undoImport } from './memory-exchange.ts'
import { MAX_TMX_BYTES, readTmx, TmxRefused } from './read-tmx.ts'
import { MemoryPage } from './views/memory-page.tsx'

/** A team's translation memory: its size, TMX export and import. */
export const memoryRoutes = routes()

const PAGE = '/mgmt/acct-info/translation-memory'

async function memoryPage(c: Ctx, formState: FormState = {}) {
  const memory = await findMemory(c.var.db, viewerOf(c))
  const title = translate(c.var.locale)('documents.memory.title')
  const content = <MemoryPage memory={memory} {...formState} />
  return page(c, content, {
    title,
    shell: 'mgmt',
    current: 'acctInfo',
    status: formState.problems ? 422 : 200,
  })
}

memoryRoutes.get(PAGE, (c) => memoryPage(c))

memoryRoutes.get(`${PAGE}.tmx`, (c) => {
  requireMemory(viewerOf(c))
  const pieces = Readable.toWeb(Readable.from(encodeTexts(exportMemory(c.var.db, viewerOf(c)))))
  const name = translate(c.var.locale)('documents.memory.fileName', { day: shanghaiDay() })
  return sendAttachment(c, `${name}.tmx`, 'application/x-tmx+xml', pieces as ReadableStream)
})

async function* encodeTexts(texts: AsyncGenerator<string>) {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

const ImportForm = v.object({ replace: v.optional(v.string(), '') })

memoryRoutes.post(PAGE, async (c) => {
  requireMemory(viewerOf(c))
  const { form, files, names } = await readFormWithFiles(c, ImportForm, 'file', MAX_TMX_BYTES)
  const refuseFile = (
    reason: MessageKey<'documents.memory.wrong'>,
    details?: Record<string, string | number>,
  ) => memoryPage(c, { values: form.values, problems: { file: `documents.memory.wrong.${reason}` }, details })
  const [bytes] = files
  if (!bytes) return refuseFile('none')
  if (bytes.length > MAX_TMX_BYTES) return refuseFile('large', { megabytes: MAX_TMX_BYTES / 1024 / 1024 })
  const replace = form.values.replace === 'yes'
  try {
    const tmx = await readTmx(bytes)
    await importMemory(c.var.db, viewerOf(c), { ...tmx, fileName: plainName(names[0]), replace })
  } catch (error) {
    if (error instanceof TmxRefused) return refuseFile(error.why, error.details)
    if (error instanceof AppError && error.code === 'INVALID_FIELD') return refuseFile('full', error.details)
    throw error
  }
  return goTo(c, PAGE)
})

/** The printable part of a file name that a browser sent. */
const plainName = (name = '') =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, 200)

memoryRoutes.post(`${PAGE}/:id/undoing`, async (c) => {
  await requireForm(c)
  await undoImport(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, PAGE)
})
