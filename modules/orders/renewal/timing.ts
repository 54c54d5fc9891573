import { DAY, HOUR, now, shanghaiDay } from '#src/core/clock.ts'
import { startOfDay } from '#src/core/day.ts'
import { daysBetween } from '../plans/proration.ts'

/** How long before the end of a plan its administrators are notified of the renewal. */
export const NOTICE_BEFORE = 10 * DAY

/** How long before the end of a plan it is first charged, so that a failure can be corrected in time. */
const CHARGE_BEFORE = 3 * DAY

/** How long before the end of a plan the last charge can be made. */
const LAST_CHARGE_BEFORE = HOUR

/** The maximum number of charges of one renewal, and the time between them. */
export const MAX_TRIES = 3
const RETRY_AFTER = DAY

/**
 * The number of calendar days between the notice and the charge (Measures on Online Transactions, art. 18).
 */
const NOTICE_DAYS = 5

/**
 * The number of days before the end of a plan until which renewal can be switched on; two days are spare.
 */
export const LAST_DAY_TO_AGREE = NOTICE_DAYS + 3

/** The first moment after the notice and five whole days in Shanghai. */
const earliestCharge = (noticedAt: Date) =>
  startOfDay(shanghaiDay(new Date(noticedAt.getTime() + (NOTICE_DAYS + 1) * DAY)))

/**
 * The time of the charge if the team is notified of the renewal at `noticedAt`; null if that is too late.
 */
export function chargeTime(planEndsAt: Date, noticedAt: Date): Date | null {
  const usualTime = planEndsAt.getTime() - CHARGE_BEFORE
  const time = new Date(Math.max(usualTime, earliestCharge(noticedAt).getTime()))
  return time.getTime() <= lastCharge(planEndsAt) ? time : null
}

const lastCharge = (planEndsAt: Date) => planEndsAt.getTime() - LAST_CHARGE_BEFORE

/** The time of the next attempt after a failed charge; null if it would be after the end of the plan. */
export function nextTry(planEndsAt: Date, tries: number): Date | null {
  const time = new Date(now().getTime() + RETRY_AFTER)
  return tries < MAX_TRIES && time.getTime() <= lastCharge(planEndsAt) ? time : null
}

/** Whether enough days are left for the agreement and the notice. */
export const mayAgree = (planEndsAt: Date) => daysBetween(now(), planEndsAt) >= LAST_DAY_TO_AGREE

/** The usual times of the charge and of the notice for a plan that ends at `planEndsAt`. */
export const usualCharge = (planEndsAt: Date) => new Date(planEndsAt.getTime() - CHARGE_BEFORE)
export const usualNotice = (planEndsAt: Date) => new Date(planEndsAt.getTime() - NOTICE_BEFORE)
