import { authenticate } from '#modules/accounts/account.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { invite } from '#modules/accounts/members/invitation.ts'
import { acceptInvitation, findInvitation } from '#modules/accounts/members/invitation-acceptance.ts'
import { subscribeToTemplateMail } from '#modules/accounts/notices/template-mail.ts'
import { editCompany, editProfile } from '#modules/accounts/profile/profile.ts'
import { authoriseAsInstitution } from '#modules/authorisations/authorisation.ts'
import { grantAuthorisation } from '#modules/authorisations/desk-authorisations.ts'
import { createCoupon } from '#modules/orders/coupons/coupon.ts'
import { orderAsDemo } from '#modules/orders/demo-orders.ts'
import { beginFreeDemo } from '#modules/orders/index.ts'
import { seedInvoices } from '#modules/orders/invoices/demo-invoices.ts'
import { renewAsDemo } from '#modules/orders/renewal/demo-renewal.ts'
import { markAsNew, sendTemplateNewsletters } from '#modules/templates/template-newsletter.ts'
import { DAY, fromNow, setClock } from '#src/core/clock.ts'
import { DEMO_ACCOUNTS } from '#src/core/demo-accounts.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { seedBrand } from './demo-brand.ts'
import { samplePicture } from './sample-picture.ts'

/**
 * Creates the history of the demo's teams over the last 24 days: plans, members, invitations, an
 * authorisation, invoices, a discount and a newsletter.
 */
export async function seedTeams(db: Db) {
  const today = Date.now()
  const setClockDaysAgo = (days: number) => setClock(() => new Date(today - days * DAY))
  setClockDaysAgo(24)
  // Later calls read `demo_admin` again where its row has changed.
  const admin = await viewerOf(db, 'demo_admin')
  await orderAsDemo(db, admin, {
    package: 'professional',
    period: 'yearly',
    method: 'bank',
    finalState: 'paid',
  })
  await describeCompany(db, await viewerOf(db, 'demo_admin'))
  await seedBrand(db, await viewerOf(db, 'demo_admin'))
  await addColleague(db)
  await inviteMore(db, setClockDaysAgo)
  setClockDaysAgo(23)
  await authorise(db)
  setClockDaysAgo(9)
  await orderAsDemo(db, admin, { ...SIGNATURES, finalState: 'paid' })
  setClockDaysAgo(8)
  await renewAsDemo(db, await viewerOf(db, 'demo_admin'), 'yearly')
  setClockDaysAgo(7)
  const upgrade = { package: 'enterprise', period: 'yearly', method: 'sandbox' } as const
  await orderAsDemo(db, await viewerOf(db, 'demo_admin'), { ...upgrade, finalState: 'expired' })
  const individual = await viewerOf(db, 'demo_free')
  await seedInvoices(db, await viewerOf(db, 'demo_admin'), await viewerOf(db, 'desk_agent'))
  await offerDiscount(db, await viewerOf(db, 'desk_lead'))
  setClockDaysAgo(6)
  await db.transaction().execute((trx) => beginFreeDemo(trx, individual))
  setClockDaysAgo(4)
  await orderAsDemo(db, individual, {
    package: 'single_2',
    period: 'once',
    method: 'bank',
    finalState: 'closed',
  })
  await subscribeToTemplateMail(db, admin)
  await markAsNew(db, NEW_TEMPLATE)
  await sendTemplateNewsletters.now(db, {} as never)
  setClock(null)
}

/** A discount of a tenth on the first order, valid for half a year. */
const offerDiscount = (db: Db, staff: Viewer) =>
  createCoupon(db, staff, {
    code: 'WELCOME',
    percent: 10,
    amount: null,
    currency: null,
    packages: [],
    first_only: true,
    once_per_team: true,
    most_uses: null,
    from_at: null,
    until_at: fromNow(180 * DAY),
    reason: '新客首单优惠',
  })

/** Signatures that were bought in advance for a busy month. */
const SIGNATURES = { package: 'single_esign', period: 'once', quantity: 5, method: 'sandbox' } as const

/** The template that the newsletter presents as new. */
const NEW_TEMPLATE = 'premises-lease'

/** By username. */
const accountIds = new Map<string, string>()

/**
 * The viewer of a login, with its current row. The password is checked only once, because that is slow on
 * purpose.
 */
async function viewerOf(db: Db, username: string): Promise<Viewer> {
  const id = accountIds.get(username) ?? (await authenticate(db, username, DEMO_ACCOUNTS[0]!.password))
  accountIds.set(username, id)
  return (await findViewer(db, id))!
}

async function describeCompany(db: Db, admin: Viewer) {
  await editCompany(db, admin, {
    version: 1,
    companyName: admin.teamName,
    creditCode: '91310115MA1K4LTX2A',
    phone: '+86 21 6100 2600',
    address: '上海市浦东新区世纪大道1568号12层',
  })
  await editProfile(db, admin, {
    version: 1,
    name: admin.name,
    department: '法务部 Legal',
    position: '总法律顾问 General Counsel',
    mailingAddress: '上海市浦东新区世纪大道1568号12层 200122',
  })
}

/** The company authorises us, and our staff check its licence. */
async function authorise(db: Db) {
  const id = await authoriseAsInstitution(db, await viewerOf(db, 'demo_admin'), {
    registrationNumber: '',
    legalRepresentative: '陈莲',
    licence: { type: 'png', bytes: await samplePicture() },
  })
  await grantAuthorisation(db, await viewerOf(db, 'desk_agent'), id)
}

async function addColleague(db: Db) {
  const admin = await viewerOf(db, 'demo_admin')
  const member = await viewerOf(db, 'demo_member')
  if (admin.teamId === member.teamId) return
  await invite(db, admin, member.email!, 'zh_CN')
  await acceptInvitation(db, member, await findInvitation(db, await tokenMailedTo(db, member.email!)))
}

async function tokenMailedTo(db: Db, address: string): Promise<string> {
  const { links } = await db
    .selectFrom('platform.mail')
    .select('links')
    .where('recipient', '=', address)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return (links as string[])[0]!.split('/').at(-1)!
}

/** Creates one expired and one open invitation. */
async function inviteMore(db: Db, setClockDaysAgo: (days: number) => void) {
  const admin = await viewerOf(db, 'demo_admin')
  setClockDaysAgo(11)
  await invite(db, admin, 'wu.yifan@lotus.example', 'zh_CN')
  setClockDaysAgo(2)
  await invite(db, admin, 'maria.santos@lotus.example', 'en_US')
}
