import { requirePermission, tour } from '#modules/accounts/index.ts'
import { findContact } from '#modules/contacts/index.ts'
import {
  canSee,
  FinalisationForm,
  findDocument,
  latestDocuments,
  redirectToImport,
  validity,
} from '#modules/documents/index.ts'
import { findSignable, maySend } from '#modules/imports/index.ts'
import { listTasks, readTaskFilter, TasksPage } from '#modules/messaging/index.ts'
import { countOpenComments, readBackToDraftReason } from '#modules/review/index.ts'
import { findSettingPage } from '#modules/signing/index.ts'
import { recommendedFor } from '#modules/templates/index.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { goTo, routes, viewerOf } from '#src/http/web.ts'
import { acctInfoRoutes } from './acct-info/routes.tsx'
import { deskErrorRoutes } from './desk-errors/routes.tsx'
import { deskFileRoutes } from './desk-files/routes.tsx'
import { deskJobsRoutes } from './desk-jobs/desk-jobs-routes.tsx'
import { deskOverviewRoutes } from './desk-overview/routes.tsx'
import { deskTemplatesRoutes } from './desk-templates-routes.tsx'
import { deskWorkRoutes } from './desk-work/routes.tsx'
import { docLibRoutes } from './doc-lib-routes.tsx'
import { EditDocPage } from './edit-doc.tsx'
import { listExchanged } from './exchanged/exchanged.ts'
import { ExchangedPage } from './exchanged/exchanged-page.tsx'
import { HomePage } from './home/home.tsx'
import { findHome } from './home/home-facts.ts'
import { importEditRoutes } from './import-edit.tsx'
import { newDocRoutes } from './new-doc-routes.tsx'
import { findOwnParty } from './own-party.ts'
import { receiptRoutes } from './receipt/receipt-routes.ts'
import { securityEventRoutes } from './security-events/routes.tsx'
import { SignSettingPage } from './sign-setting.tsx'

/** Pages that combine several modules, or contain an island. */
export const pageRoutes = routes()

pageRoutes.route('/', acctInfoRoutes)
pageRoutes.route('/', deskOverviewRoutes)
pageRoutes.route('/', deskErrorRoutes)
pageRoutes.route('/', deskFileRoutes)
pageRoutes.route('/', deskJobsRoutes)
pageRoutes.route('/', deskWorkRoutes)
pageRoutes.route('/', receiptRoutes)
pageRoutes.route('/', securityEventRoutes)
pageRoutes.route('/', docLibRoutes)
pageRoutes.route('/', newDocRoutes)
pageRoutes.route('/', deskTemplatesRoutes)

pageRoutes.get('/mgmt', (c) => goTo(c, '/mgmt/home'))

pageRoutes.get('/mgmt/home', async (c) => {
  const viewer = c.var.viewer!
  if (viewer.role === 'agent') return goTo(c, '/desk')
  const { edited, completed } = await latestDocuments(c.var.db, viewer, c.var.locale)
  const { categories, ...facts } = await findHome(c.var.db, viewer)
  const recommended = recommendedFor(viewer, categories)
  const cacheKey = [edited, completed, facts, recommended.map(({ code, version }) => [code, version])]
  return page(
    c,
    <HomePage viewer={viewer} edited={edited} completed={completed} recommended={recommended} {...facts} />,
    {
      title: translate(c.var.locale)('common.menu.home'),
      shell: 'mgmt',
      current: 'home',
      scripts: ['views/scripts/tour/tour-script.ts'],
      cacheKey: JSON.stringify(cacheKey),
    },
  )
})

pageRoutes.post('/mgmt/tour', async (c) => {
  await requireForm(c)
  await tour.recordSeen(c.var.db, viewerOf(c))
  return c.body(null, 204)
})

pageRoutes.get('/mgmt/tasks', async (c) => {
  const viewer = c.var.viewer!
  const filter = readTaskFilter(c.req.query())
  const taskPage = await listTasks(c.var.db, viewer, filter, canSee(c.var.db, viewer))
  const title = translate(c.var.locale)('common.menu.tasks')
  return page(c, <TasksPage {...taskPage} filter={filter} />, { title, shell: 'mgmt', current: 'tasks' })
})

pageRoutes.route('/', importEditRoutes)

pageRoutes.get('/mgmt/:id/edit-doc', async (c) => {
  const document = await findDocument(c.var.db, c.var.viewer!, c.req.param('id')).catch((error) =>
    redirectToImport(c, error),
  )
  if (document instanceof Response) return document
  const mayEdit = c.var.viewer!.permissions.includes('document.create')
  const reviewPage = { in_review: 'review-doc', returned: 'refund-doc' }[document.status as string]
  if (document.status !== 'draft' || !mayEdit || validity.isLapsed(document, c.var.viewer!))
    return goTo(c, `/mgmt/${document.id}/${(mayEdit && reviewPage) || 'view-doc'}`)
  if (document.translating) return goTo(c, `/mgmt/${document.id}/translation`)
  const viewer = c.var.viewer!
  const ownParty = await findOwnParty(c.var.db, viewer)
  const done = readBackToDraftReason(c.req.query('done'))
  const content = (
    <EditDocPage document={document} viewer={viewer} ownParty={ownParty} done={done} locale={c.var.locale} />
  )
  return page(c, content, { title: document.name, shell: 'bare', islands: ['editor'] })
})

pageRoutes.get('/mgmt/:id/communicat-doc', async (c) => {
  const contact = await findContact(c.var.db, viewerOf(c), c.req.param('id'))
  const { after = '', before = '' } = c.req.query()
  const exchanged = await listExchanged(c.var.db, viewerOf(c), contact, { after, before })
  const content = <ExchangedPage contact={contact} {...exchanged} />
  return page(c, content, { title: contact.name, shell: 'mgmt', current: 'contacts' })
})

/**
 * Asks for confirmation before a document that all reviewers have accepted is finalised; a draft is finalised
 * in the editor.
 */
pageRoutes.get('/mgmt/:id/finalisation', async (c) => {
  const document = await findDocument(c.var.db, viewerOf(c), c.req.param('id'))
  if (document.status === 'draft') return goTo(c, `/mgmt/${document.id}/edit-doc`)
  if (document.status !== 'approved') return goTo(c, `/mgmt/${document.id}/view-doc`)
  requirePermission(viewerOf(c), 'document.finalise')
  const openComments = await countOpenComments(c.var.db, document.id)
  const form = (
    <FinalisationForm
      document={document}
      openComments={openComments}
      isWatermarked={viewerOf(c).package === 'free'}
    />
  )
  return actionPage(c, { title: translate(c.var.locale)('editor.finaliseTitle'), form, current: 'myDocs' })
})

pageRoutes.get('/mgmt/:id/sign-setting', async (c) => {
  const document = await findSignable(c.var.db, c.var.viewer!, c.req.param('id'))
  requirePermission(c.var.viewer!, 'document.sign')
  if (!maySend(document)) return goTo(c, `/mgmt/${document.id}/view-doc`)
  const { choices, usable, ...setting } = await findSettingPage(c.var.db, c.var.viewer!, document)
  const title = translate(c.var.locale)('signing.setting.title')
  const maySave = c.var.viewer!.permissions.includes('document.create')
  const sealing = { choices, seals: usable }
  const props = { document, ...setting, viewer: c.var.viewer!, sealing, maySave, locale: c.var.locale }
  const content = <SignSettingPage {...props} />
  return page(c, content, { title, shell: 'bare', islands: ['signature-table'] })
})
