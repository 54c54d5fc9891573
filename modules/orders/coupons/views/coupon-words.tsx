import { now } from '#src/core/clock.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { Coupon } from '../discount.ts'

/** Makes a function that returns the discount of a coupon in words: 20 %, or CNY 50.00. */
export function useWorth() {
  const money = useMoney()
  return ({ percent, amount, currency }: Coupon) =>
    percent === null ? money(amount!, currency!) : `${percent} %`
}

export const isOver = ({ ended_at, until_at }: Coupon) => ended_at !== null || until_at <= now()

export function CouponState({ coupon }: { coupon: Coupon & { uses: number } }) {
  const t = useTranslations('desk.coupons.state')
  if (isOver(coupon)) return <StateWord tone="plain">{t('over')}</StateWord>
  if (coupon.from_at > now()) return <StateWord tone="warning">{t('early')}</StateWord>
  if (coupon.most_uses !== null && coupon.uses >= coupon.most_uses)
    return <StateWord tone="plain">{t('usedUp')}</StateWord>
  return <StateWord tone="success">{t('valid')}</StateWord>
}
