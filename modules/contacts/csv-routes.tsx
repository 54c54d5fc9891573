import { Readable } from 'node:stream'
import * as v from 'valibot'
import { translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { BYTE_ORDER_MARK } from '#src/files/csv/write-csv.ts'
import type { FormState } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { readFormWithFiles } from '#src/http/upload/upload.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { requireContactEditor } from './contact.ts'
import { csvHead, csvLines, type Fault, LARGEST_CSV, readCsv } from './csv.ts'
import { importContacts } from './import.ts'
import { contactsPath, listContacts, readFilter } from './list.ts'
import { CONTACT_TYPES } from './schema.ts'
import { ImportPage } from './views/import-page.tsx'

export const csvRoutes = routes()

const HOME = '/mgmt/contacts'

csvRoutes.get(`${HOME}/contacts.csv`, (c) => {
  const filter = readFilter(c.req.query())
  c.header('Content-Type', 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="contacts-${filter.type}.csv"`)
  const head = BYTE_ORDER_MARK + csvHead(c.var.locale)
  return c.body(Readable.toWeb(Readable.from(encoded(head, c.var.db, viewerOf(c), filter))) as ReadableStream)
})

/** Page by page, so that no address book is in memory as a whole. */
async function* encoded(head: string, db: Db, viewer: Viewer, filter: ReturnType<typeof readFilter>) {
  const encoder = new TextEncoder()
  yield encoder.encode(head)
  for (let after = ''; ; ) {
    const { rows, next } = await listContacts(db, viewer, { ...filter, after, before: '' }, 1000)
    yield encoder.encode(csvLines(rows))
    if (!next) return
    after = next
  }
}

const ImportForm = v.object({
  type: v.optional(v.picklist(CONTACT_TYPES, 'common.problem.selected'), 'external'),
  update: v.optional(v.string(), ''),
  ignore: v.optional(v.string(), ''),
})

interface ImportFormState extends FormState {
  faults?: Fault[]
}

function importPage(c: Ctx, given: ImportFormState, status: 200 | 422 = 200) {
  return page(c, <ImportPage {...given} />, {
    title: translate(c.var.locale)('contacts.import.title'),
    shell: 'mgmt',
    current: 'contacts',
    status,
  })
}

csvRoutes.get(`${HOME}/import`, (c) => {
  requireContactEditor(viewerOf(c))
  return importPage(c, { values: { type: readFilter(c.req.query()).type } })
})

csvRoutes.post(`${HOME}/import`, async (c) => {
  requireContactEditor(viewerOf(c))
  const { form, files } = await readFormWithFiles(c, ImportForm, 'file', LARGEST_CSV)
  const { values } = form
  if (!form.ok) return importPage(c, form, 422)
  const [bytes] = files
  const problem = !bytes
    ? 'contacts.import.noFile'
    : bytes.length > LARGEST_CSV
      ? 'contacts.import.tooLarge'
      : undefined
  if (problem || !bytes) return importPage(c, { values, problems: { file: problem! } }, 422)
  const { type, update, ignore } = form.output
  const read = readCsv(bytes, type)
  if (read.faults.length) return importPage(c, { values, faults: read.faults }, 422)
  if (read.unread.length && ignore !== 'yes') {
    const details = { columns: read.unread.join(', ').slice(0, 500) }
    return importPage(c, { values, problems: { ignore: 'contacts.import.unread' }, details }, 422)
  }
  const done = await importContacts(c.var.db, viewerOf(c), type, read.contacts, update === 'yes')
  if (done.faults.length) return importPage(c, { values, faults: done.faults }, 422)
  const counts = new URLSearchParams({ imported: String(done.added), updated: String(done.updated) })
  return goTo(c, `${contactsPath(readFilter({ type }))}&${counts}`)
})
