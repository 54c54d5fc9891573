import * as v from 'valibot'
import { notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { diskSpace } from '#src/files/disk.ts'
import { readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { goTo, routes } from '#src/http/web.ts'
import { checkFile } from '#src/jobs/storage.ts'
import { findStored } from '#src/jobs/stored-file.ts'
import { lastCheck, listDamaged } from './damaged-files.ts'
import { DeskFilesPage } from './desk-files-page.tsx'

/** Shows staff which stored files are damaged. */
export const deskFileRoutes = routes()

const HOME = '/desk/files'
/** The characters of our file keys. */
const KEY = /^[\w./-]{1,300}$/

deskFileRoutes.get(HOME, async (c) => {
  const { after: requestedCursor = '', checked = '' } = c.req.query()
  const cursor = KEY.test(requestedCursor) ? requestedCursor : ''
  const list = await listDamaged(c.var.db, cursor)
  const checkedAt = list.rows.length ? null : await lastCheck(c.var.db)
  const space = await diskSpace()
  const checkedFile = KEY.test(checked) ? await findStored(c.var.db, checked) : undefined
  const done = checkedFile && (checkedFile.damaged_at ? 'damaged' : 'right')
  const title = translate(c.var.locale)('desk.files.title')
  const content = (
    <DeskFilesPage {...list} checkedAt={checkedAt} space={space} done={done} hasPrevious={cursor !== ''} />
  )
  return page(c, content, { title, shell: 'mgmt', current: 'deskFiles' })
})

const Check = v.object({ key: v.pipe(v.optional(v.string(), ''), v.regex(KEY)) })

/** Checks one file again. If it is intact, the signing that waits for it resumes. */
deskFileRoutes.post(`${HOME}/check`, async (c) => {
  const form = await readForm(c, Check)
  const row = form.ok ? await findStored(c.var.db, form.output.key) : undefined
  if (!row) return notFound()
  if (row.damaged_at) await checkFile(c.var.db, row.key)
  return goTo(c, `${HOME}?${new URLSearchParams({ checked: row.key })}`)
})

// After a rejected form, the URL may be reloaded or opened in another language.
deskFileRoutes.get(`${HOME}/check`, (c) => goTo(c, HOME))
