import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { nextEntry, QUEUES, WORK_QUEUES, workItems } from '#src/calendar/queue.ts'
import { DAY } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { AnyForm, type FormState, type Problems, readForm } from '#src/http/body.ts'
import { readCookie, writeCookie } from '#src/http/cookies.ts'
import { page } from '#src/http/page.tsx'
import { pageBefore } from '#src/http/security.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { NOTE_LENGTH } from '#views/desk/hand-over.tsx'
import { BULK_ACTIONS, readSelection, type Selection, workSelection } from './bulk.ts'
import { BulkResultsPage } from './bulk-results-page.tsx'
import { BulkStepPage } from './bulk-step-page.tsx'
import { KeysPage } from './keys-page.tsx'
import { OwnerPage } from './owner-page.tsx'
import { changeOwner, colleaguesFor, findWorkItem, type OwnerOutcome, permissionFor } from './ownership.ts'

/** Takes, hands over and returns the entries of all queues, singly or in bulk. */
export const deskWorkRoutes = routes()

/** views/scripts/desk-script.ts reads this cookie. */
const KEYS_COOKIE = 'desk-keys'

type WorkQueue = (typeof WORK_QUEUES)[number]

const MENU_ENTRIES: Record<WorkQueue, string> = {
  requests: 'deskRequests',
  authorisations: 'deskAuthorisations',
  chat: 'deskChat',
  consultations: 'deskConsultations',
  feedback: 'deskFeedback',
  lawTasks: 'deskLaws',
  payments: 'deskOrders',
  invoices: 'deskInvoices',
}

const Note = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(NOTE_LENGTH, 'common.problem.tooLong'))

const OwnerForm = v.object({
  /** `me`, `nobody`, or the id of a colleague. */
  to: v.optional(v.string(), ''),
  was: v.optional(v.string()),
  note: Note,
})

const ownerIdOf = (choice: string, viewer: Viewer) =>
  choice === 'nobody' ? null : choice === 'me' ? viewer.id : choice

async function ownerPage(c: Ctx, queue: WorkQueue, formState: FormState & { outcome?: OwnerOutcome } = {}) {
  const viewer = viewerOf(c)
  const item = await findWorkItem(c.var.db, viewer, queue, c.req.param('id') ?? '')
  const colleagues = await colleaguesFor(c.var.db, viewer, queue)
  const props = { path: QUEUES[queue].path, item, colleagues, viewerId: viewer.id, ...formState }
  const status = formState.problems ? 422 : formState.outcome ? 409 : 200
  const title = translate(c.var.locale)('desk.work.ownerTitle')
  return page(c, <OwnerPage {...props} />, { title, shell: 'mgmt', current: MENU_ENTRIES[queue], status })
}

function addOwnerRoutes(queue: WorkQueue) {
  const { path } = QUEUES[queue]
  deskWorkRoutes.get(`${path}/:id/owner`, (c) => ownerPage(c, queue))

  deskWorkRoutes.post(`${path}/:id/owner`, async (c) => {
    const form = await readForm(c, OwnerForm)
    const { to = '', was, note = '' } = form.values
    const missingFields: Problems = to ? {} : { to: 'common.problem.selected' }
    const problems = { ...missingFields, ...(!form.ok && form.problems) }
    if (Object.keys(problems).length) return ownerPage(c, queue, { values: form.values, problems })
    const id = c.req.param('id')
    const request = { newOwnerId: ownerIdOf(to, viewerOf(c)), shownOwnerId: was, note: note.trim() }
    const { outcome } = await changeOwner(c.var.db, viewerOf(c), queue, id, request)
    if (outcome === 'missing') notFound()
    if (outcome !== 'done' && outcome !== 'already')
      return ownerPage(c, queue, { values: form.values, outcome })
    const done = to === 'me' ? 'take' : to === 'nobody' ? 'release' : 'handOver'
    return goTo(c, `${path}/${id}?done=${done}`)
  })

  deskWorkRoutes.get(`${path}/:id/next`, async (c) => {
    requirePermission(viewerOf(c), QUEUES[queue].needs)
    const id = c.req.param('id')
    if (!isId(id)) notFound()
    const nextId = await nextEntry(c.var.db, queue, id, viewerOf(c).id)
    return goTo(c, nextId ? `${path}/${nextId}` : path)
  })
}

for (const queue of WORK_QUEUES) addOwnerRoutes(queue)

const findQueue = (name: string): WorkQueue => WORK_QUEUES.find((queue) => queue === name) ?? notFound()

deskWorkRoutes.get('/desk/work/:queue', (c) => goTo(c, QUEUES[findQueue(c.req.param('queue'))].path))

deskWorkRoutes.post('/desk/work/:queue', async (c) => {
  const form = await readForm<typeof AnyForm>(c, AnyForm)
  const queue = findQueue(c.req.param('queue'))
  requirePermission(viewerOf(c), permissionFor(queue))
  const selection = readSelection({ filter: filterOf(c, queue), ...form.values })
  const action = BULK_ACTIONS.find((one) => one === selection.action)
  if (!action || (action === 'close' && !workItems(queue)?.bulk))
    throw new AppError('INVALID_FIELD', { field: 'step' })
  const missingField = missingDetail(queue, selection)
  if (missingField || !form.ok) return stepPage(c, queue, selection, missingField ?? 'ground', form)
  const results = await workSelection(c.var.db, viewerOf(c), queue, { ...selection, action })
  const title = translate(c.var.locale)('desk.work.resultsTitle')
  const content = <BulkResultsPage path={listOf(queue, selection)} action={action} results={results} />
  return page(c, content, {
    title,
    shell: 'mgmt',
    current: MENU_ENTRIES[queue],
    status: results.length ? 200 : 422,
  })
})

deskWorkRoutes.get('/desk/keys', (c) => {
  const title = translate(c.var.locale)('desk.keys.title')
  const content = <KeysPage on={readCookie(c, KEYS_COOKIE) !== 'off'} />
  return page(c, content, { title, shell: 'mgmt', current: 'deskOverview' })
})

deskWorkRoutes.post('/desk/keys', async (c) => {
  const form = await readForm(c, v.object({ keys: v.optional(v.string(), '') }))
  writeCookie(c, KEYS_COOKIE, form.values.keys === 'off' ? 'off' : 'on', { maxAge: (365 * DAY) / 1000 })
  return goTo(c, '/desk/keys')
})

/** The query string of the queue's list from which the form was sent. */
function filterOf(c: Ctx, queue: WorkQueue): string {
  const [path, query = ''] = pageBefore(c).split('?')
  return path === QUEUES[queue].path ? query : ''
}

/** The URL of the list on which the entries were selected, with its filter. */
function listOf(queue: WorkQueue, { filter }: Selection): string {
  const query = new URLSearchParams(filter).toString()
  return query ? `${QUEUES[queue].path}?${query}` : QUEUES[queue].path
}

/** The step that asks for details before the action, if one is needed. */
function missingDetail(
  queue: WorkQueue,
  { action, ids, colleagueId, ground, note }: Selection,
): 'to' | 'ground' | null {
  if (!ids.length) return null
  if (action === 'handOver' && (!colleagueId || note.length > NOTE_LENGTH)) return 'to'
  if (action === 'close' && workItems(queue)!.bulk!.needsGround && !ground) return 'ground'
  return null
}

async function stepPage(
  c: Ctx,
  queue: WorkQueue,
  selection: Selection,
  missingField: 'to' | 'ground',
  form: FormState,
) {
  const viewer = viewerOf(c)
  const colleagues = missingField === 'to' ? await colleaguesFor(c.var.db, viewer, queue) : []
  const title = translate(c.var.locale)(
    missingField === 'to' ? 'desk.work.handOverTitle' : 'desk.work.closeTitle',
  )
  const missingFields: Problems = selection.detailsRequested
    ? {
        ...(!selection.colleagueId && { to: 'common.problem.selected' }),
        ...(!selection.ground && { ground: 'common.problem.required' }),
        ...(selection.note.length > NOTE_LENGTH && { note: 'common.problem.tooLong' }),
      }
    : {}
  const problems = { ...missingFields, ...form.problems }
  const props = { queue, path: listOf(queue, selection), selection, colleagues, missingField, title }
  const status = Object.keys(problems).length ? 422 : 200
  return page(c, <BulkStepPage {...props} values={form.values} problems={problems} />, {
    title,
    shell: 'mgmt',
    current: MENU_ENTRIES[queue],
    status,
  })
}
