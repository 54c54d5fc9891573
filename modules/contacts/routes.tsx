import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { readMove } from '#src/core/reorder.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { AnyForm, type FormState, readForm, readJson, readValues, requireForm } from '#src/http/body.ts'
import { answer } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { addColleagues } from './colleagues.ts'
import {
  addContact,
  deleteContact,
  editContact,
  findContact,
  moveContact,
  requireContactEditor,
  restoreContact,
} from './contact.ts'
import { ContactForm, unreachable } from './contact-form.ts'
import { csvRoutes } from './csv-routes.ts'
import './fold-contacts.ts'
import { importRoutes } from './import/import-routes.tsx'
import {
  contactsPath,
  countContacts,
  DONE_ACTIONS,
  type DoneAction,
  listContacts,
  readFilter,
  suggestContacts,
} from './list.ts'
import { mergeRoutes } from './merge/merge-routes.tsx'
import type { ContactType } from './schema.ts'
import { saveTypedPerson, TypedPerson } from './typed.ts'
import { ContactFormPart, DeletionForm } from './views/contact-forms.tsx'
import { ContactList } from './views/contact-list.tsx'
import { ContactsPage } from './views/contacts-page.tsx'

export const contactRoutes = routes()

const HOME = '/mgmt/contacts'
const translatorOf = (c: Ctx) => translate(c.var.locale)

contactRoutes.get(HOME, async (c) => {
  const filter = readFilter(c.req.query())
  const { done: doneParameter, id = '', imported, updated, skipped, colleagues } = c.req.query()
  const doneAction = DONE_ACTIONS.find((one) => one === doneParameter)
  const { total: knownTotal, ...contactPage } = await listContacts(c.var.db, viewerOf(c), filter)
  const { name, ...count } = await countContacts(
    c.var.db,
    viewerOf(c),
    filter,
    doneAction ? id : '',
    knownTotal,
  )
  const done = doneAction && name ? { doing: doneAction, id, name } : null
  const takenCounts = { imported: importCounts(imported, updated, skipped), colleagues: countOf(colleagues) }
  const props = { ...contactPage, ...count, filter, done, ...takenCounts }
  if (isFragmentRequest(c)) return fragment(c, <ContactList {...props} />)
  return page(c, <ContactsPage {...props} />, {
    title: translatorOf(c)('common.menu.contacts'),
    shell: 'mgmt',
    current: 'contacts',
    scripts: ['views/scripts/reorder-script.ts'],
    cacheKey: JSON.stringify(props),
  })
})

/** The number of imported contacts, from the query of the redirect. */
const countOf = (text = '') => (/^\d{1,5}$/.test(text) ? Number(text) : null)

function importCounts(...texts: (string | undefined)[]) {
  const [added = null, updated = null, skipped = null] = texts.map(countOf)
  return added === null || updated === null || skipped === null ? null : { added, updated, skipped }
}

// These routes come before the addresses with an id, whose pattern also matches them.
contactRoutes.route('/', csvRoutes)
contactRoutes.route('/', importRoutes)
contactRoutes.route('/', mergeRoutes)

const goToList = (c: Ctx, type: ContactType, doneAction: DoneAction, id: string) =>
  goTo(c, `${contactsPath(readFilter({ type }))}&done=${doneAction}&id=${id}`)

/** The form of the contact with this id, or of a new contact. */
function formPage(c: Ctx, id: string | null, formState: FormState, status: 200 | 409 | 422 = 200) {
  const title = translatorOf(c)(id ? 'contacts.edit.title' : 'contacts.add.title')
  return actionPage(c, {
    title,
    form: <ContactFormPart id={id} {...formState} />,
    status,
    current: 'contacts',
  })
}

/** For islands with a person's fields: the first matching contacts of both types. */
contactRoutes.get(`${HOME}/suggestions`, async (c) =>
  answer(c, await suggestContacts(c.var.db, viewerOf(c), c.req.query('keyword'))),
)

/** For the same islands: saves a typed person as a contact, unless another contact has the email. */
contactRoutes.put(`${HOME}/suggestions`, async (c) => {
  requireContactEditor(viewerOf(c))
  const form = readValues(TypedPerson, Object.entries(await readJson(c, AnyForm)))
  if (form.ok) return answer(c, { added: await saveTypedPerson(c.var.db, viewerOf(c), form.output) })
  const [[field, problem] = []] = Object.entries(form.problems)
  throw new AppError('INVALID_FIELD', { field: field! }, problem)
})

contactRoutes.post(`${HOME}/colleagues`, async (c) => {
  await requireForm(c)
  const count = await addColleagues(c.var.db, viewerOf(c))
  return goTo(c, `${contactsPath(readFilter({ type: 'internal' }))}&colleagues=${count}`)
})
contactRoutes.get(`${HOME}/colleagues`, (c) => goTo(c, HOME))

contactRoutes.get(`${HOME}/new`, (c) => {
  requireContactEditor(viewerOf(c))
  return formPage(c, null, { values: { type: readFilter(c.req.query()).type } })
})

contactRoutes.get(`${HOME}/:id`, async (c) => {
  requireContactEditor(viewerOf(c))
  const {
    group_name: group,
    position: _,
    other_emails: __,
    ...fields
  } = await findContact(c.var.db, viewerOf(c), c.req.param('id'))
  return formPage(c, fields.id, { values: { ...fields, group } })
})

async function saveContact(c: Ctx, id: string | null) {
  requireContactEditor(viewerOf(c))
  const { values } = await readForm(c, AnyForm)
  if (id) await findContact(c.var.db, viewerOf(c), id)
  const form = readValues(ContactForm, Object.entries(values))
  const problems = { ...unreachable(values), ...(form.ok ? {} : form.problems) }
  if (!form.ok || Object.keys(problems).length) return formPage(c, id, { values, problems }, 422)
  try {
    if (id) await editContact(c.var.db, viewerOf(c), id, form.output)
    const contactId = id ?? (await addContact(c.var.db, viewerOf(c), form.output))
    return goToList(c, form.output.type, id ? 'saved' : 'added', contactId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONTACT_EMAIL_EXISTS') throw error
    logRefused(c, error)
    return formPage(c, id, { values, problems: { email: error.words } }, 409)
  }
}

contactRoutes.post(HOME, (c) => saveContact(c, null))
contactRoutes.post(`${HOME}/:id`, (c) => saveContact(c, c.req.param('id')))

contactRoutes.get(`${HOME}/:id/deletion`, async (c) => {
  requireContactEditor(viewerOf(c))
  const contact = await findContact(c.var.db, viewerOf(c), c.req.param('id'))
  const title = translatorOf(c)('contacts.deletion.title')
  return actionPage(c, { title, form: <DeletionForm contact={contact} />, current: 'contacts' })
})

contactRoutes.post(`${HOME}/:id/deletion`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  const { type } = await findContact(c.var.db, viewerOf(c), id)
  await deleteContact(c.var.db, viewerOf(c), id)
  return goToList(c, type, 'deleted', id)
})

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const step of ['restoration', 'position']) contactRoutes.get(`${HOME}/:id/${step}`, (c) => goTo(c, HOME))

contactRoutes.post(`${HOME}/:id/restoration`, async (c) => {
  await requireForm(c)
  const id = c.req.param('id')
  return goToList(c, await restoreContact(c.var.db, viewerOf(c), id), 'restored', id)
})

contactRoutes.post(`${HOME}/:id/position`, async (c) => {
  const { values } = await readForm(c, AnyForm)
  const { page: pageCursor = '' } = values
  const id = c.req.param('id')
  const { type } = await findContact(c.var.db, viewerOf(c), id)
  const move = readMove(values)
  await moveContact(c.var.db, viewerOf(c), id, move)
  const cursor = move === 'first' || move === 'last' ? '' : pageCursor
  return goTo(c, `${contactsPath(readFilter({ type }), { after: cursor })}&done=moved&id=${id}`)
})
