import * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { readForm } from '#src/http/body.ts'
import { page } from '#src/http/page.tsx'
import { type Ctx, goTo, routes, viewerOf } from '#src/http/web.ts'
import { SandboxAgreementPage } from '../payments/sandbox/sandbox-agreement-page.tsx'
import { agreementOf } from './mandate.ts'
import type { Mandate } from './renewal-schema.ts'
import { findOwnMandate } from './switching.ts'

/** The page of the simulated gateway on which an agreement is concluded. */
export const sandboxAgreementRoutes = routes()

const HOME = '/mgmt/acct-info/renewal'
const SANDBOX_PATH = `${HOME}/:id/sandbox`

/** Throws NOT_FOUND outside a demo. */
async function mandateAt(c: Ctx) {
  if (!config.demo) notFound()
  const mandate = await findOwnMandate(c.var.db, viewerOf(c), c.req.param('id') ?? '')
  return mandate.method === 'sandbox' ? mandate : notFound()
}

sandboxAgreementRoutes.get(SANDBOX_PATH, async (c) => {
  const mandate = await mandateAt(c)
  if (mandate.state !== 'pending') return goTo(c, HOME)
  const title = translate(c.var.locale)('orders.sandbox.agreement.title')
  return page(c, <SandboxAgreementPage mandate={mandate} />, { title, shell: 'slim' })
})

const Answer = v.object({ answer: v.picklist(['agree', 'empty', 'decline']) })

sandboxAgreementRoutes.post(SANDBOX_PATH, async (c) => {
  const form = await readForm(c, Answer)
  const mandate = await mandateAt(c)
  if (!form.ok) throw new AppError('INVALID_FIELD', { field: 'answer' })
  const { answer } = form.output
  if (answer !== 'decline' && mandate.state === 'pending')
    await agreeAtSandbox(c.var.db, mandate, answer === 'empty')
  return goTo(c, `${HOME}?wait`)
})

/** Concludes an agreement at the sandbox; one of an empty account refuses every charge. */
export async function agreeAtSandbox(db: Db, mandate: Mandate, isEmpty = false) {
  const { number } = agreementOf(mandate)
  await db
    .insertInto('orders.sandbox_agreement')
    .values({ number, state: isEmpty ? 'empty' : 'active' })
    .onConflict((oc) => oc.doNothing())
    .execute()
}
