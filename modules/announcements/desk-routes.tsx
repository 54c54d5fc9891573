import * as v from 'valibot'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { contentPolicy, nonceOf } from '#src/http/security.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { allowMailStyle } from '#src/mail/mail-style.ts'
import type { MessageKey } from '#views/language/messages.ts'
import {
  actionsOn,
  addDraft,
  editDraft,
  findAnnouncement,
  findForDesk,
  listAnnouncements,
  readFilter,
} from './announcement.ts'
import { AnnouncementForm, fieldsOf, MAX_BYTES, valuesOf } from './announcement-form.ts'
import { scheduleDraft, withdraw } from './scheduling.ts'
import { DeskAnnouncementForm } from './views/desk-announcement-form.tsx'
import { DeskAnnouncementItem } from './views/desk-announcement-item.tsx'
import { DeskAnnouncementsPage } from './views/desk-announcements-page.tsx'

export const deskAnnouncementRoutes = routes()

const HOME = '/desk/announcements'
const FRAME = { shell: 'mgmt', current: 'deskAnnouncements' } as const

deskAnnouncementRoutes.get(HOME, async (c) => {
  const filter = readFilter(c.req.query())
  const { rows, next } = await listAnnouncements(c.var.db, filter)
  const content = <DeskAnnouncementsPage rows={rows} next={next} filter={filter} locale={c.var.locale} />
  return page(c, content, { title: translate(c.var.locale)('announcements.desk.title'), ...FRAME })
})

/** The form of a draft, or of a new announcement. */
function formPage(c: Ctx, id: string | null, formState: FormState, status: 200 | 409 | 422 = 200) {
  const title = translate(c.var.locale)(`announcements.desk.${id ? 'editTitle' : 'addTitle'}`)
  const content = <DeskAnnouncementForm {...formState} id={id} title={title} />
  return page(c, content, { title, ...FRAME, status })
}

/** The initial values of a new announcement. */
const INITIAL_VALUES = { kind: 'maintenance', audience: 'everybody', byMail: 'yes', byMessage: 'yes' }

deskAnnouncementRoutes.get(`${HOME}/new`, (c) => formPage(c, null, { values: INITIAL_VALUES }))

deskAnnouncementRoutes.get(`${HOME}/:id/edit`, async (c) => {
  const draft = await findAnnouncement(c.var.db, c.req.param('id'))
  if (draft.state !== 'draft') return goTo(c, `${HOME}/${draft.id}`)
  return formPage(c, draft.id, { values: valuesOf(draft) })
})

async function saveDraft(c: Ctx, id: string | null) {
  if (id) await findAnnouncement(c.var.db, id)
  const form = await readForm(c, AnnouncementForm, MAX_BYTES)
  const readFields = fieldsOf(form)
  const { values } = form
  if (!readFields.ok) return formPage(c, id, { values, problems: readFields.problems }, 422)
  const viewer = viewerOf(c)
  if (!id) return goTo(c, `${HOME}/${await addDraft(c.var.db, viewer, readFields.fields)}?done=saved`)
  const edit = { version: Number(values.version), fields: readFields.fields }
  const result = await editDraft(c.var.db, viewer, id, edit)
  if (result === 'saved') return goTo(c, `${HOME}/${id}?done=saved`)
  if (result === 'state') return itemPage(c, id, 'announcements.problem.state')
  const { version } = await findAnnouncement(c.var.db, id)
  const newValues = { ...values, version: String(version) }
  return formPage(c, id, { values: newValues, problems: { form: 'announcements.problem.changed' } }, 409)
}

deskAnnouncementRoutes.post(HOME, (c) => saveDraft(c, null))
deskAnnouncementRoutes.post(`${HOME}/:id`, (c) => saveDraft(c, c.req.param('id')))

/** One announcement, as readers will see it, with the actions that are possible. */
async function itemPage(c: Ctx, id: string, problem?: MessageKey) {
  const announcement = await findForDesk(c.var.db, id)
  const actions = await actionsOn(c.var.db, id)
  const title = announcement.texts[c.var.locale].title
  const done = c.req.query('done')
  c.header('Content-Security-Policy', allowMailStyle(contentPolicy(nonceOf(c))))
  const content = (
    <DeskAnnouncementItem
      announcement={announcement}
      actions={actions}
      viewer={viewerOf(c)}
      locale={c.var.locale}
      problem={problem}
      done={done}
    />
  )
  return page(c, content, { title, ...FRAME, status: problem ? 409 : 200 })
}

deskAnnouncementRoutes.get(`${HOME}/:id`, (c) => itemPage(c, c.req.param('id')))

// Redirects, because the address of a refused form may be reloaded or opened in another language.
for (const step of ['scheduling', 'withdrawal'])
  deskAnnouncementRoutes.get(`${HOME}/:id/${step}`, async (c) => {
    const { id } = await findAnnouncement(c.var.db, c.req.param('id'))
    return goTo(c, `${HOME}/${id}`)
  })

deskAnnouncementRoutes.post(`${HOME}/:id/scheduling`, async (c) => {
  const id = c.req.param('id')
  const { values } = await readForm(c, v.object({}))
  const result = await scheduleDraft(c.var.db, viewerOf(c), id, Number(values.version))
  if (result === 'scheduled') return goTo(c, `${HOME}/${id}?done=scheduled`)
  return itemPage(c, id, `announcements.problem.${result}`)
})

deskAnnouncementRoutes.post(`${HOME}/:id/withdrawal`, async (c) => {
  await requireForm(c)
  await withdraw(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${HOME}/${c.req.param('id')}?done=withdrawn`)
})
