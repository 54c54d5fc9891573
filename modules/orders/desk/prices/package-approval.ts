import { needsApproval, onApproval, requestApproval } from '#src/auth/approval.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { clearCachedOffers, priceOf } from '../../packages/offer.ts'
import { readApproved } from '../forms.ts'
import { changePackage, differencesOf, findPackage, requirePriceable, setPrice } from './package-change.ts'
import { contentFacts, priceFacts } from './package-facts.ts'
import { type Contents, type NewPrice, PackageForm, PriceForm } from './package-form.ts'

const pathOf = (code: string) => `/desk/packages/${code}`

/**
 * Sets a price; if a colleague has to approve it, stores the request instead and returns the path of its
 * page. `form`: the submitted form. Throws the errors of `setPrice`.
 */
export async function requestPrice(
  db: Db,
  viewer: Viewer,
  code: string,
  { price, form }: { price: NewPrice; form: Record<string, string> },
): Promise<string | null> {
  if (!needsApproval()) {
    await setPrice(db, viewer, code, price)
    clearCachedOffers(db)
    return null
  }
  const offer = await findPackage(db, viewer, code)
  const { period, currency, amount: after, from, priceReason: reason } = price
  requirePriceable(offer, period)
  return requestApproval(db, viewer, {
    kind: 'price',
    subjectId: `${code} ${period} ${currency}`,
    accountId: null,
    path: pathOf(code),
    form,
    facts: priceFacts(offer.code, {
      period,
      currency,
      before: priceOf(offer, period, currency),
      after,
      from,
    }),
    reason,
  })
}

onApproval('price', {
  permission: 'desk.finance',
  apply: async (trx, viewer, { subjectId, form }) => {
    await setPrice(trx, viewer, subjectId.split(' ')[0]!, readApproved(PriceForm, form))
    return clearCachedOffers
  },
})

/** Changes the contents of a package, or stores the request, like `requestPrice`. */
export async function requestContents(
  db: Db,
  viewer: Viewer,
  code: string,
  { contents, form }: { contents: Contents & { reason: string }; form: Record<string, string> },
): Promise<string | null> {
  const offer = await findPackage(db, viewer, code)
  const changes = differencesOf(offer, contents)
  if (!changes.length || !needsApproval()) {
    await changePackage(db, viewer, code, contents)
    clearCachedOffers(db)
    return null
  }
  return requestApproval(db, viewer, {
    kind: 'package',
    subjectId: code,
    accountId: null,
    path: pathOf(code),
    form,
    facts: contentFacts(offer.code, changes),
    reason: contents.reason,
  })
}

onApproval('package', {
  permission: 'desk.finance',
  apply: async (trx, viewer, { subjectId, form }) => {
    await changePackage(trx, viewer, subjectId, readApproved(PackageForm, form))
    return clearCachedOffers
  },
})
