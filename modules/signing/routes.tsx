import { findContact } from '#modules/contacts/index.ts'
import { translate } from '#src/core/i18n.ts'
import { readJson, requireForm } from '#src/http/body.ts'
import { answer } from '#src/http/envelope.ts'
import { fragment, page } from '#src/http/page.tsx'
import { goTo, isFragmentRequest, routes, viewerOf } from '#src/http/web.ts'
import { listExchanged } from './exchanged.ts'
import { findSigning, ownLink, remindSignatory } from './progress.ts'
import { allProviders } from './providers/registry.ts'
import { keepSetting, SettingSchema } from './setting.ts'
import { startSigning } from './signing.ts'
import { ExchangedPage } from './views/exchanged-page.tsx'
import { SigningPage } from './views/signing-page.tsx'

export const signingRoutes = routes()

signingRoutes.put('/mgmt/:id/signatories', async (c) => {
  const { signatories } = await readJson(c, SettingSchema)
  await keepSetting(c.var.db, viewerOf(c), c.req.param('id'), signatories)
  return answer(c, null)
})

signingRoutes.post('/mgmt/:id/signing', async (c) => {
  await requireForm(c)
  await startSigning(c.var.db, viewerOf(c), c.req.param('id'), c.var.locale)
  return goTo(c, `/mgmt/${c.req.param('id')}/signing`)
})

signingRoutes.get('/mgmt/:id/signing', async (c) => {
  const found = await findSigning(c.var.db, viewerOf(c), c.req.param('id'))
  const content = <SigningPage {...found} viewer={viewerOf(c)} />
  if (isFragmentRequest(c)) return fragment(c, content)
  const title = translate(c.var.locale)('signing.progress')
  return page(c, content, { title, shell: 'mgmt', current: 'myDocs' })
})

signingRoutes.get('/mgmt/:id/communicat-doc', async (c) => {
  const contact = await findContact(c.var.db, viewerOf(c), c.req.param('id'))
  const { after = '', before = '' } = c.req.query()
  const exchanged = await listExchanged(c.var.db, viewerOf(c), contact, { after, before })
  const content = <ExchangedPage contact={contact} {...exchanged} />
  return page(c, content, { title: contact.name, shell: 'mgmt', current: 'contacts' })
})

signingRoutes.post('/mgmt/:id/reminder', async (c) => {
  await requireForm(c)
  await remindSignatory(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `/mgmt/${c.req.param('id')}/signing`)
})

signingRoutes.post('/mgmt/:id/own-turn', async (c) => {
  await requireForm(c)
  return goTo(c, await ownLink(c.var.db, viewerOf(c), c.req.param('id')))
})

for (const { routes: own } of allProviders()) signingRoutes.route('/', own)
