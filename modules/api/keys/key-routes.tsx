import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { actionPage } from '#src/http/action-page.tsx'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { createKey, findKey, listKeys, NAME_TAKEN, revokeKey } from './key.ts'
import { KeyForm } from './key-form.ts'
import { CreatedKeyPage } from './views/created-key-page.tsx'
import { KEYS, KeysPage } from './views/keys-page.tsx'
import { NewKeyPage } from './views/new-key-page.tsx'
import { RevocationForm } from './views/revocation-form.tsx'

/** The pages on which administrators manage the API keys of their team. */
export const keyRoutes = routes()

const FRAME = { shell: 'mgmt', current: 'acctInfo' } as const
const translatorOf = (c: Ctx) => translate(c.var.locale)

keyRoutes.get(KEYS, async (c) => {
  const keys = await listKeys(c.var.db, viewerOf(c))
  return page(c, <KeysPage {...keys} done={c.req.query('done')} />, {
    title: translatorOf(c)('api.title'),
    ...FRAME,
  })
})

async function newKeyPage(c: Ctx, formState: FormState = {}) {
  const { included } = await listKeys(c.var.db, viewerOf(c))
  if (!included) return goTo(c, KEYS)
  const content = <NewKeyPage {...formState} />
  return page(c, content, {
    title: translatorOf(c)('api.new.title'),
    ...FRAME,
    status: formState.problems ? 422 : 200,
  })
}

keyRoutes.get(`${KEYS}/new`, (c) => newKeyPage(c))

keyRoutes.post(`${KEYS}/new`, async (c) => {
  const form = await readForm(c, KeyForm)
  if (!form.ok) return newKeyPage(c, form)
  try {
    const token = await createKey(c.var.db, viewerOf(c), form.output, translatorOf(c)('api.userName'))
    const content = <CreatedKeyPage name={form.output.name} token={token} site={config.baseUrl} />
    return page(c, content, { title: translatorOf(c)('api.created.title'), ...FRAME })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_FIELD')) throw error
    logRefused(c, error)
    const field = error.words === NAME_TAKEN ? 'name' : 'form'
    return newKeyPage(c, { values: form.values, problems: { [field]: error.words }, details: error.details })
  }
})

keyRoutes.get(`${KEYS}/:id/revocation`, async (c) => {
  const key = await findKey(c.var.db, viewerOf(c), c.req.param('id'))
  if (key.revoked_at) return goTo(c, KEYS)
  const title = translatorOf(c)('api.revocation.title', { name: key.name })
  return actionPage(c, { title, form: <RevocationForm id={key.id} />, current: 'acctInfo' })
})

keyRoutes.post(`${KEYS}/:id/revocation`, async (c) => {
  await requireForm(c)
  await revokeKey(c.var.db, viewerOf(c), c.req.param('id'))
  return goTo(c, `${KEYS}?done=keyRevoked`)
})
