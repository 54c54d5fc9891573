import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import type { SERVICE_DAYS, ServiceHoursTable } from '#src/db/platform-schema.ts'
import { notifyLive } from '#src/live/notify.ts'

export type ServiceDays = (typeof SERVICE_DAYS)[number]

/**
 * The hours of the online service, in Shanghai time. Due dates depend on working days only, not on these
 * hours.
 */
export type ServiceHours = Pick<ServiceHoursTable, 'opens' | 'closes' | 'days'>

/**
 * The hours that staff set last; null before that. Every process has a copy, so that no page queries them.
 */
let staffHours: ServiceHours | null = null

/** The hours that apply until staff have set others. */
export const configuredHours = (): ServiceHours => ({ ...config.company.hours, days: 'working' })

export const serviceHours = (): ServiceHours => staffHours ?? configuredHours()

/** For tests, which change the database. */
export const clearServiceHours = () => {
  staffHours = null
}

/** The last change, which is in force; undefined if there is none. */
export const lastChange = (db: Db) =>
  db
    .selectFrom('platform.service_hours')
    .select(['id', 'opens', 'closes', 'days'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function refreshServiceHours(db: Db) {
  const change = await lastChange(db)
  staffHours = change ? { opens: change.opens, closes: change.closes, days: change.days } : null
}

/** Makes every process read its copy again when the transaction is committed. */
export const notifyHoursChange = (trx: Db) => notifyLive(trx, ['hours'], 'hours')

const REFRESH_EVERY = 5 * 60_000

/** Refreshes the copy regularly, in case a notification was lost. Returns a function that stops it. */
export function refreshServiceHoursRegularly(db: Db): () => Promise<void> {
  let pendingRefresh = Promise.resolve()
  const refreshAgain = () => {
    pendingRefresh = refreshServiceHours(db).catch((error) =>
      log.warn({ error: String(error) }, 'service hours not read'),
    )
  }
  const timer = setInterval(refreshAgain, REFRESH_EVERY).unref()
  return async () => {
    clearInterval(timer)
    await pendingRefresh
  }
}
