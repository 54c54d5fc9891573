import '../events.ts'
import { administratorsOf } from '#modules/accounts/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import { decimal } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { emit, type ModuleEvents } from '#src/jobs/module-events.ts'
import { mailEach } from '../notifications/people.ts'
import { liveTerms } from '../plans/term.ts'
import {
  type RenewalFacts,
  sendChargeFailedLater,
  sendMandateEndedLater,
  sendRenewalDueLater,
  sendRenewalOnLater,
} from './renewal-mails.ts'
import type { Mandate, Renewal } from './renewal-schema.ts'

type NotificationKind = ModuleEvents['order-news']['kind']
type SendMail = (to: { to: string; locale: Locale }, facts: RenewalFacts) => Promise<unknown>

/** Notifies the administrators by message and, because it concerns money, always by mail. */
async function notify(
  trx: Db,
  mandate: Mandate,
  kind: NotificationKind,
  send: SendMail,
  facts: Record<string, string> = {},
) {
  const accountIds = await administratorsOf(trx, mandate.team_id)
  const { package: plan, period, method, currency, price_limit: limit } = mandate
  await mailEach(trx, accountIds, (reader) =>
    send(reader, { locale: reader.locale, package: plan, period, method, currency, limit }),
  )
  const path = '/mgmt/acct-info/renewal'
  await emit(trx, 'order-news', { accountIds, kind, facts: { plan, ...facts }, path })
}

const planEnd = async (trx: Db, teamId: string) => (await liveTerms(trx, teamId).execute()).at(-1)?.to_at

export async function notifyRenewalOn(trx: Db, mandate: Mandate) {
  const endsAt = (await planEnd(trx, mandate.team_id)) ?? mandate.first_charge_at
  await notify(trx, mandate, 'renewalOn', (to, facts) => sendRenewalOnLater(trx, to, { ...facts, endsAt }))
}

/** The notice that must precede every charge. */
export async function notifyRenewalDue(trx: Db, mandate: Mandate, renewal: Renewal) {
  const { price, charge_at: chargeAt, plan_ends_at: endsAt } = renewal
  const send: SendMail = (to, facts) => sendRenewalDueLater(trx, to, { ...facts, price, chargeAt, endsAt })
  const facts = { price: decimal(price), day: shanghaiDay(chargeAt) }
  await notify(trx, mandate, 'renewalDue', send, facts)
}

export async function notifyChargeFailed(trx: Db, mandate: Mandate, renewal: Renewal) {
  const { charge_at: againAt, plan_ends_at: endsAt } = renewal
  const failure = renewal.failure!
  const send: SendMail = (to, facts) => sendChargeFailedLater(trx, to, { ...facts, failure, againAt, endsAt })
  await notify(trx, mandate, 'renewalFailed', send, { day: shanghaiDay(againAt) })
}

export async function notifyMandateEnded(trx: Db, mandate: Mandate) {
  const endsAt = (await planEnd(trx, mandate.team_id)) ?? null
  const reason = mandate.ended_why!
  const send: SendMail = (to, facts) => sendMandateEndedLater(trx, to, { ...facts, why: reason, endsAt })
  await notify(trx, mandate, 'renewalEnded', send)
}
