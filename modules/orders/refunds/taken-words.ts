import { shanghaiDay } from '#src/core/clock.ts'
import type { Translate } from '#src/core/i18n.ts'
import type { RevokedPurchases } from './refund-schema.ts'

/** The purchases that a refund revoked, each in one sentence. */
export function revokedWords(t: Translate, purchases: RevokedPurchases | null): string[] {
  if (!purchases) return []
  return [
    ...(purchases.plan ? [planWords(t, purchases.plan)] : []),
    ...purchases.uses.map(({ kind, quantity }) =>
      t('orders.refund.usesTaken', { kind: t(`orders.kind.${kind}`), quantity }),
    ),
  ]
}

function planWords(t: Translate, { until, returnsTo }: NonNullable<RevokedPurchases['plan']>): string {
  const day = shanghaiDay(new Date(until))
  if (!returnsTo) return t('orders.refund.planEnds', { day })
  return t('orders.refund.planReturns', { plan: t(`orders.package.${returnsTo}`), day })
}
