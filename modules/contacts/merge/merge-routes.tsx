import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { AnyForm, type FormState, readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { unreachable } from '../contact-form.ts'
import { contactsPath, readFilter } from '../list.ts'
import { findDuplicates } from './duplicates.ts'
import { DuplicatesPage } from './duplicates-page.tsx'
import {
  findMergeable,
  MERGED_FIELDS,
  type Merge,
  type Mergeable,
  mergeContacts,
  mergedFields,
} from './merge-contacts.ts'
import { MergePage } from './merge-page.tsx'

export const mergeRoutes = routes()

const HOME = '/mgmt/contacts'
const FRAME = { shell: 'mgmt', current: 'contacts' } as const

async function duplicatesPage(c: Ctx, problem?: MessageKey, status: 200 | 409 | 422 = 200) {
  const groups = await findDuplicates(c.var.db, viewerOf(c))
  const title = translate(c.var.locale)('contacts.merge.title')
  return page(c, <DuplicatesPage groups={groups} problem={problem} />, { title, ...FRAME, status })
}

mergeRoutes.get(`${HOME}/duplicates`, (c) => duplicatesPage(c))

function mergePage(c: Ctx, contacts: Mergeable[], formState: FormState = {}, status: 200 | 409 | 422 = 200) {
  const title = translate(c.var.locale)('contacts.merge.title')
  return page(c, <MergePage contacts={contacts} {...formState} />, { title, ...FRAME, status })
}

mergeRoutes.get(`${HOME}/merge`, async (c) => {
  const contacts = await findMergeable(c.var.db, viewerOf(c), c.req.queries('id') ?? [])
  if (contacts.length < 2) return duplicatesPage(c, 'contacts.merge.few', 422)
  return mergePage(c, contacts)
})

mergeRoutes.post(`${HOME}/merge`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const { ids: idList = '', seen = '' } = values
  const ids = idList.split(',').filter(Boolean)
  const contacts = await findMergeable(c.var.db, viewerOf(c), ids)
  if (contacts.length < 2) return duplicatesPage(c, 'contacts.merge.few', 422)
  const sources = Object.fromEntries(MERGED_FIELDS.map((field) => [field, values[field]])) as Merge['sources']
  const problems = unreachable(mergedFields(contacts, sources))
  if (Object.keys(problems).length) return mergePage(c, contacts, { values, problems }, 422)
  try {
    const { id, type } = await mergeContacts(c.var.db, viewerOf(c), {
      ids,
      shownVersions: seen,
      sources: sources,
    })
    return goTo(c, `${contactsPath(readFilter({ type }))}&done=merged&id=${id}`)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONTACTS_CHANGED') throw error
    logRefused(c, error)
    const problems: FormState['problems'] = { form: error.words }
    return mergePage(c, await findMergeable(c.var.db, viewerOf(c), ids), { values, problems }, 409)
  }
})
