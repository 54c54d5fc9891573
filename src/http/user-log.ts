import * as v from 'valibot'
import { consumeNonce, isRecent } from '#src/auth/nonce.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { KEPT_DAYS } from '#src/auth/security-event.ts'
import { LOG_KEYS, logHeaders } from '#src/auth/signature.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { sameText } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { readJson } from './body.ts'
import { networkOf } from './client-address.ts'
import type { Ctx } from './web.ts'

const NETWORK_LIMIT = { name: 'user-log', points: 120, per: 60 }
const DAILY_LIMIT = { name: 'user-log-day', points: 2000, per: 86_400 }
const RETENTION = KEPT_DAYS * DAY

const code = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{0,59}$/))
const Report = v.object({
  serviceCode: code,
  actionEventCode: code,
  actionResult: v.picklist(['yes', 'no']),
  remark: v.nullish(v.pipe(v.string(), v.maxLength(500))),
})

/** Stores a report of a page or program. Throws F_GET_TOKEN_FAILED if its headers do not match its key. */
export async function storeReport(c: Ctx) {
  const report = await readJson(c, Report, 4096)
  const { timestamp, nonce } = await checkHeaders(c, report)
  await consumePoint(NETWORK_LIMIT, networkOf(c))
  await consumePoint(DAILY_LIMIT, c.var.viewer?.id ?? networkOf(c))
  if (!(await consumeNonce(c.var.db, `log ${timestamp} ${nonce}`)))
    throw new AppError('INVALID_FIELD', { field: 'nonce' })
  await c.var.db
    .insertInto('platform.user_log')
    .values({
      id: newId(),
      account_id: c.var.viewer?.id ?? null,
      service: report.serviceCode,
      action: report.actionEventCode,
      result: report.actionResult,
      remark: report.remark ?? '',
      created_at: now(),
    })
    .execute()
}

export async function deleteOldReports(db: Db) {
  await db.deleteFrom('platform.user_log').where('created_at', '<', ago(RETENTION)).execute()
}

/** The reports about one account, for the export of its data. */
export async function exportUserLog(db: Db, accountId: string): Promise<ExportPart> {
  const reports = await db
    .selectFrom('platform.user_log')
    .select(['service', 'action', 'result', 'remark', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return { records: { reports } }
}

export async function eraseUserLog(trx: Db, accountId: string) {
  await trx.deleteFrom('platform.user_log').where('account_id', '=', accountId).execute()
}

async function checkHeaders(c: Ctx, report: v.InferOutput<typeof Report>) {
  const timestamp = c.req.header('x-timestamp') ?? ''
  const nonce = c.req.header('x-nonce') ?? ''
  if (!isRecent(timestamp)) throw new AppError('INVALID_FIELD', { field: 'timestamp' })
  if (!/^[\w-]{16,64}$/.test(nonce)) throw new AppError('INVALID_FIELD', { field: 'nonce' })
  const key = LOG_KEYS[report.serviceCode]
  const expected = logHeaders(key ?? '', timestamp, nonce, report)
  const isAuthentic =
    sameText(expected['x-auth-key'], c.req.header('x-auth-key') ?? '') &&
    sameText(expected['x-auth-body'], c.req.header('x-auth-body') ?? '')
  if (!key || !isAuthentic) throw new AppError('F_GET_TOKEN_FAILED')
  return { timestamp, nonce }
}
