import * as v from 'valibot'
import { readForm } from '#src/http/body.ts'
import { goTo, routes, viewerOf } from '#src/http/web.ts'
import { acceptAgreement } from './agreement.ts'

export const agreementRoutes = routes()

const HOME = '/mgmt/acct-info/agreements'
const AGREEMENTS = '/privacy-notice?type=SERVICE_AGREEMENT'

const text = v.optional(v.string(), '')
const AcceptanceForm = v.object({ document: text, version: text })

/** The acceptance of an agreement that is published before it takes effect. */
agreementRoutes.post(HOME, async (c) => {
  const { values } = await readForm(c, AcceptanceForm)
  const { document = '', version = '' } = values
  await acceptAgreement(c.var.db, viewerOf(c), c.var.locale, { document, version })
  return goTo(c, `/privacy-notice?${new URLSearchParams({ type: document, version, done: 'accepted' })}`)
})

agreementRoutes.get(HOME, (c) => goTo(c, AGREEMENTS))
