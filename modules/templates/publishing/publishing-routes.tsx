import * as v from 'valibot'
import { shanghaiDay } from '#src/core/clock.ts'
import { isDay } from '#src/core/day.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { libraryEntries } from '../library.ts'
import { findEntry, findHistory, findSource } from './desk-template.ts'
import { findDraft, isParsed } from './draft.ts'
import { publishDraft, setRetired } from './publish.ts'
import { cancelPublication, schedulePublication } from './scheduling.ts'
import { DifferencePage } from './views/difference-page.tsx'
import { DraftPage } from './views/draft-page.tsx'
import { PreviewPage } from './views/preview-page.tsx'
import { RetirementForm } from './views/retirement-form.tsx'

/** The desk pages that publish, update and retire templates. */
export const publishingRoutes = routes()

const HOME = '/desk/templates'
const AT = `${HOME}/:id`
const DRAFT = `${HOME}/drafts/:id`
const FRAME = { shell: 'mgmt', current: 'deskTemplates' } as const
const tOf = (c: Ctx, key: MessageKey<'publishing'>) => translate(c.var.locale)(`publishing.${key}`)
const idOf = (c: Ctx) => c.req.param('id')!

const findInForce = (code: string | null) =>
  libraryEntries().find(({ template }) => template.code === code)?.template ?? null

async function draftPage(c: Ctx, formState: FormState = {}, problem?: AppError) {
  const draft = await findDraft(c.var.db, idOf(c))
  const content = (
    <DraftPage
      draft={draft}
      current={findInForce(draft.code)}
      problem={problem?.words}
      done={c.req.query('done')}
      formState={formState}
    />
  )
  const status = problem ? (problem.status as 409 | 422) : formState.problems ? 422 : 200
  return page(c, content, { title: tOf(c, 'draftTitle'), ...FRAME, status })
}

publishingRoutes.get(DRAFT, (c) => draftPage(c))

publishingRoutes.get(`${DRAFT}/preview`, async (c) => {
  const draft = await findDraft(c.var.db, idOf(c))
  if (!isParsed(draft)) return goTo(c, `${HOME}/drafts/${draft.id}`)
  const content = <PreviewPage {...draft} draft={draft} language={c.req.query('language')} />
  return page(c, content, { title: tOf(c, 'tab.preview'), ...FRAME })
})

publishingRoutes.get(`${DRAFT}/difference`, async (c) => {
  const draft = await findDraft(c.var.db, idOf(c))
  if (!isParsed(draft)) return goTo(c, `${HOME}/drafts/${draft.id}`)
  const content = <DifferencePage draft={draft} current={findInForce(draft.code)} />
  return page(c, content, { title: tOf(c, 'tab.difference'), ...FRAME })
})

const PublicationForm = v.object({
  confirmed: v.optional(v.picklist(['yes'], 'common.problem.format')),
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300, 'common.problem.tooLong'))),
})
const REFUSALS = ['TEMPLATE_FAULTY', 'TEMPLATE_UNCONFIRMED', 'TEMPLATE_VERSION_TAKEN']

publishingRoutes.post(`${DRAFT}/publication`, async (c) => {
  const form = await readForm(c, PublicationForm)
  const { values } = form
  if (!form.ok) return draftPage(c, form)
  try {
    const confirmation = { confirmed: values.confirmed === 'yes', reason: values.reason }
    const code = await publishDraft(c.var.db, viewerOf(c), idOf(c), confirmation)
    return goTo(c, `${HOME}/${code}?done=published`)
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error
    logRefused(c, error)
    return draftPage(c, { values }, error)
  }
})

const ScheduleForm = v.object({
  ...PublicationForm.entries,
  day: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.check((day) => isDay(day) && day > shanghaiDay(), 'publishing.problem.day'),
  ),
})

publishingRoutes.post(`${DRAFT}/scheduling`, async (c) => {
  const form = await readForm(c, ScheduleForm)
  const { id } = await findDraft(c.var.db, idOf(c))
  if (!form.ok) return draftPage(c, form)
  const { day, confirmed, reason } = form.output
  try {
    const confirmation = { confirmed: confirmed === 'yes', reason }
    await schedulePublication(c.var.db, viewerOf(c), id, day, confirmation)
    return goTo(c, `${HOME}/drafts/${id}?done=scheduled`)
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.includes(error.code)) throw error
    logRefused(c, error)
    return draftPage(c, { values: form.values }, error)
  }
})

publishingRoutes.post(`${DRAFT}/scheduling-end`, async (c) => {
  await requireForm(c)
  await cancelPublication(c.var.db, viewerOf(c), idOf(c))
  return goTo(c, `${HOME}/drafts/${idOf(c)}?done=cancelled`)
})

// After a rejected form the browser shows the form's URL; a reload redirects to the draft.
for (const step of ['publication', 'scheduling', 'scheduling-end'])
  publishingRoutes.get(`${DRAFT}/${step}`, async (c) => {
    const { id } = await findDraft(c.var.db, idOf(c))
    return goTo(c, `${HOME}/drafts/${id}`)
  })

publishingRoutes.get(`${AT}/preview`, async (c) => {
  const entry = findEntry(idOf(c))
  const { notes } = await findHistory(c.var.db, entry)
  const content = <PreviewPage template={entry.template} notes={notes} language={c.req.query('language')} />
  return page(c, content, { title: tOf(c, 'tab.preview'), ...FRAME })
})

publishingRoutes.get(`${AT}/source`, async (c) => {
  const { code, version } = findEntry(idOf(c)).template
  const query = c.req.query('version') ?? String(version)
  const requestedVersion = /^\d{1,6}$/.test(query) ? Number(query) : 0
  const yaml = await findSource(c.var.db, code, requestedVersion)
  const name = requestedVersion === version ? `${code}.yaml` : `${code}.${requestedVersion}.yaml`
  return sendAttachment(c, name, 'application/yaml; charset=utf-8', new TextEncoder().encode(yaml))
})

publishingRoutes.get(`${AT}/retirement`, async (c) => {
  const { template, retiredAt } = findEntry(idOf(c))
  if (retiredAt) return goTo(c, `${HOME}/${template.code}`)
  const form = <RetirementForm template={template} />
  return actionPage(c, { title: tOf(c, 'retirement.title'), form, current: FRAME.current })
})

for (const [path, isRetired, done] of [
  ['retirement', true, 'retired'],
  ['restoration', false, 'restored'],
] as const)
  publishingRoutes.post(`${AT}/${path}`, async (c) => {
    await requireForm(c)
    const { code } = findEntry(idOf(c)).template
    await setRetired(c.var.db, viewerOf(c), code, isRetired)
    return goTo(c, `${HOME}/${code}?done=${done}`)
  })

publishingRoutes.get(`${AT}/restoration`, (c) => goTo(c, `${HOME}/${findEntry(idOf(c)).template.code}`))
