import { logDeskAction, requireAccountsDesk, staffNames } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { findOffer, listOffers, priceOf } from '../../packages/offer.ts'
import { MONTHLY, type PackageDifference, PERIODS, type PriceTable, SINGLES } from '../../schema.ts'
import { contentFacts, type PackageFact, priceFacts } from './package-facts.ts'
import { CONTENTS, type Contents, type NewPrice } from './package-form.ts'

export async function listPackagesForDesk(db: Db, viewer: Viewer) {
  requireAccountsDesk(viewer)
  return listOffers(db)
}

/** Throws NOT_FOUND. */
export async function findPackage(db: Db, viewer: Viewer, code: string) {
  requireAccountsDesk(viewer)
  const offer = /^[a-z0-9_]{1,20}$/.test(code) ? await findOffer(db, code) : undefined
  return offer ?? notFound()
}

type Code = PriceTable['package']

/** The periods for which a package is sold. */
export function periodsOf(code: Code): PriceTable['period'][] {
  if (SINGLES.some((one) => one === code)) return ['once']
  return MONTHLY.some((one) => one === code) ? [...PERIODS] : []
}

/** All prices of a package, including future ones, newest first; and all its changes with their authors. */
export async function historyOf(db: Db, viewer: Viewer, code: Code) {
  requireAccountsDesk(viewer)
  const prices = await db
    .selectFrom('orders.price')
    .selectAll()
    .where('package', '=', code)
    .orderBy('from_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  const changes = await db
    .selectFrom('orders.package_change as change')
    .innerJoin(staffNames(db).as('staff'), 'staff.id', 'change.staff_id')
    .select(['change.id', 'reason', 'changes', 'at', 'staff.name as staffName'])
    .where('package', '=', code)
    .orderBy('change.id', 'desc')
    .limit(50)
    .execute()
  return { prices, changes }
}

export type History = Awaited<ReturnType<typeof historyOf>>

const text = (value: Contents[keyof Contents]) => (value === null ? '' : String(value))

/** The differences between a package and its new contents. */
export const differencesOf = (before: Contents, after: Contents): PackageDifference[] =>
  CONTENTS.filter((field) => before[field] !== after[field]).map((field) => ({
    what: field,
    before: text(before[field]),
    after: text(after[field]),
  }))

/** Changes the contents of a package for later orders. Throws NOT_FOUND. */
export async function changePackage(
  db: Db,
  viewer: StaffViewer,
  code: string,
  { reason, ...contents }: Contents & { reason: string },
) {
  await findPackage(db, viewer, code)
  await inTransaction(db, async (trx) => {
    const before = await trx
      .selectFrom('orders.package')
      .selectAll()
      .where('code', '=', code as Code)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const changes = differencesOf(before, contents)
    if (!changes.length) return
    await trx
      .updateTable('orders.package')
      .set(contents)
      .where('code', '=', code as Code)
      .execute()
    const facts = contentFacts(before.code, changes)
    await logPackageChange(trx, viewer, { code: before.code, reason, changes, facts })
  })
}

/** Throws INVALID_FIELD for a period for which the package is not sold. */
export function requirePriceable({ code }: { code: Code }, period: PriceTable['period']) {
  if (!periodsOf(code).includes(period))
    throw new AppError('INVALID_FIELD', { field: 'period' }, 'common.problem.selected')
}

/**
 * Sets the price of a package from a time on; earlier orders keep their price. Throws NOT_FOUND,
 * INVALID_FIELD for a period for which the package is not sold, or a time that has a price already.
 */
export async function setPrice(
  db: Db,
  viewer: StaffViewer,
  code: string,
  { period, currency, amount, from, priceReason: reason }: NewPrice,
) {
  const offer = await findPackage(db, viewer, code)
  requirePriceable(offer, period)
  const from_at = from ?? now()
  const before = priceOf(offer, period, currency)
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('orders.price')
      .values({ id: newId(), package: offer.code, period, currency, amount, from_at, set_by: viewer.id })
      .execute()
      .catch(refuseUsedMoment)
    const change = {
      what: 'price' as const,
      period,
      currency,
      from: from_at.toISOString(),
      before: before === undefined ? '' : decimal(before),
      after: decimal(amount),
    }
    const facts = priceFacts(offer.code, { period, currency, before, after: amount, from: from_at })
    await logPackageChange(trx, viewer, { code: offer.code, reason, changes: [change], facts })
  })
}

function refuseUsedMoment(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'price_once') throw error
  throw new AppError('INVALID_FIELD', { field: 'from' }, 'desk.problem.priceTaken')
}

interface PackageLogEntry {
  code: Code
  reason: string
  changes: PackageDifference[]
  facts: PackageFact[]
}

/** Logs the change in the package's history and in the staff log. */
async function logPackageChange(
  trx: Db,
  viewer: StaffViewer,
  { code, reason, changes, facts }: PackageLogEntry,
) {
  const row = { id: newId(), package: code, staff_id: viewer.id, reason, at: now() }
  await trx
    .insertInto('orders.package_change')
    .values({ ...row, changes: JSON.stringify(changes) })
    .execute()
  const isPrice = changes.some(({ what }) => what === 'price')
  await logDeskAction(trx, viewer, {
    accountId: null,
    subject: code,
    path: `/desk/packages/${code}`,
    action: isPrice ? 'set-price' : 'change-package',
    reason,
    changes: facts,
  })
}
