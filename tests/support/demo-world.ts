import { shanghaiDay } from '#src/core/clock.ts'
import { askForCode, registration } from '#tests/cast/registration.ts'
import { captchaOn } from '#tests/cast/review.ts'
import { type Client, newRemoteClient } from './client.ts'
import { pdfWith } from './hand-made-pdf.ts'
import { draftNda, finalise, logIn } from './journey.ts'
import { type SentMessage, waitForMessage } from './outbox.ts'
import { versionOf } from './template-version.ts'
import { postFiles } from './upload.ts'

type State = 'draft' | 'finalised' | 'signing' | 'completed'

/** What a walk through all pages must know about the running demo. */
export interface World {
  base: string
  admin: Client
  agent: Client
  signatory: Client
  /** A newly registered user without data. */
  newcomer: Client
  /** A user of the free plan whose documents are used up. */
  free: Client
  /** Id of the last of these documents. */
  lastDraft: string
  /** Ids of a document in each state; `ready` is a draft without empty fields. */
  documents: Record<State | 'ready', string>
  entrance: string
  signerPage: string
  /** The page on which Wei has to verify her real name, and the page on which the sender waives it. */
  realNamePage: string
  waiver: string
  donePage: string
  /** The link of a declined signing, and the page of the signatory who declined. */
  declined: string
  declinedPage: string
  /** The first link to a document that has since been completed. */
  replaced: string
  /** The sender's page of the declined signing. */
  declinedSigning: string
  /** Id of the draft made from it. */
  revision: string
  /** A draft whose template has a newer version. */
  outdated: string
  /** The document list after a draft was deleted. */
  listAfterDeletion: string
  invitation: string
  /** The administrator's link to unsubscribe from mails about new templates. */
  leaving: string
  /** Id of a template that the administrator saved from a document. */
  savedTemplate: string
  /** Id of the contact Oliver. */
  contact: string
  /** Id of the order for the administrator's package. */
  order: string
  /** Id of another order, with a requested invoice. */
  invoiced: string
  /** Ids of the newcomer's unpaid orders; the last two exist only if there are gateways. */
  unpaid: { bank: string; sandbox: string; scanned?: string; silent?: string }
  /** Ids of a document in its second round of review, and of a returned one. */
  reviewed: string
  returned: string
  /** Oliver's link to the document in its second round, and the page behind the link in his browser. */
  reviewLink: string
  reviewPage: string
  reviewer: Client
  /** Id of an imported PDF from which a script was removed. */
  imported: string
}

const ACTION: Record<State, string> = {
  draft: 'edit-doc',
  finalised: 'sign-setting',
  signing: 'view-doc',
  completed: 'signed.pdf',
}

/** The demo company's documents by the next action in their row of the administrator's list. */
export async function documentsOf(client: Client): Promise<Record<State, string>> {
  const list = await (await client.get('/mgmt/my-docs')).text()
  const idOf = (action: string) => {
    const match = new RegExp(`/mgmt/([0-9a-f-]{36})/${action.replace('.', '\\.')}" class="btn`).exec(list)
    if (!match) throw new Error(`the demo has no document whose next action is ${action}`)
    return match[1]!
  }
  const entries = Object.entries(ACTION).map(([state, action]) => [state, idOf(action)])
  return Object.fromEntries(entries)
}

async function outdatedOf(client: Client): Promise<string> {
  const list = await (await client.get(`/mgmt/my-docs?keyword=${encodeURIComponent('买卖合同')}`)).text()
  const [, id] = /\/mgmt\/([0-9a-f-]{36})\/edit-doc/.exec(list) ?? []
  if (!id) throw new Error('the demo has no draft of a sales contract')
  return id
}

/** The longest possible name, without a space: it must not make any page wider. */
const UNBROKEN = 'W'.repeat(96)

const OLIVER = 'oliver.grant@kestrel.example'
const WEI = 'wei@lotus.example'
const ADMIN = 'chen.lian@lotus.example'

/** Logs in by the link in a mail. `used` are the code messages of earlier logins. */
async function enterBy(base: string, mail: SentMessage, client: Client, used: Set<string>) {
  const entrance = new URL(mail.links[0]!).pathname
  await client.post(`${entrance}/code`)
  const message = await waitForMessage(base, mail.to, ({ id, code }) => Boolean(code) && !used.has(id))
  used.add(message.id)
  const entered = await client.post(`${entrance}/entrance`, { code: message.code! })
  return { entrance, page: entered.headers.get('location')! }
}

/** Logs Oliver in to the document that he is invited to sign. */
export async function enterAsOliver(base: string, used = new Set<string>()) {
  const signatory = newRemoteClient(base)
  const invitation = await waitForMessage(base, OLIVER, ({ subject }) => /NDA with Kestrel/.test(subject))
  return { signatory, ...(await enterBy(base, invitation, signatory, used)) }
}

export async function openWorld(base: string): Promise<World> {
  const admin = await logIn(base)
  const agent = await logIn(base, 'desk_agent')
  const documents = { ...(await documentsOf(admin)), ready: (await draftNda(admin)).id }
  const used = new Set<string>()
  const { signatory, entrance, page: signerPage } = await enterAsOliver(base, used)
  const endedMail = await waitForMessage(base, OLIVER, ({ subject }) => /^Signed by everyone/.test(subject))
  const { page: donePage } = await enterBy(base, endedMail, signatory, used)
  const refusedMail = await waitForMessage(base, OLIVER, ({ subject }) => /^Please sign: 库存/.test(subject))
  const { entrance: declined, page: declinedPage } = await enterBy(base, refusedMail, signatory, used)
  const replaced = await pathOf(base, OLIVER, /^Please sign: 保密协议/)
  const declinedSigning = await pathOf(base, ADMIN, /^拒绝签署：库存/)
  const revised = await admin.post(declinedSigning.replace(/signing$/, 'revision'))
  const revision = revised.headers.get('location')!.split('/')[2]!
  const { id: unwanted } = await draftNda(admin)
  const listAfterDeletion = (await admin.post(`/mgmt/${unwanted}/deletion`)).headers.get('location')!
  const invitation = await pathOf(base, 'maria.santos@lotus.example', /invites/)
  const letter = await waitForMessage(base, ADMIN, ({ subject }) => subject.startsWith('契书新增模板'))
  const leaving = new URL(letter.links.at(-1)!).pathname
  const contact = await contactOf(admin, 'Oliver')
  await addUnbroken(admin)
  const savedTemplate = await savedTemplateOf(admin)
  const freeClient = await logIn(base, 'demo_free')
  const lastDraft = await draftToTheLast(freeClient)
  const review = await enterReview(base, await reviewedOf(admin))
  const newcomer = await register(base)
  await newcomer.post('/mgmt/acct-info/deletion')
  const unpaid = {
    bank: await orderBy(newcomer, 'bank'),
    sandbox: await orderBy(newcomer, 'sandbox'),
  }
  await transferLess(agent, await orderBy(newcomer, 'bank'))
  await uploadStatement(agent)
  const [order, invoiced] = await paidOrders(admin)
  await admin.post(`/mgmt/orders/${invoiced}/invoice`, INVOICE)
  return {
    base,
    admin,
    agent,
    signatory,
    newcomer,
    documents,
    entrance,
    signerPage,
    ...(await askRealName(base, admin, signatory)),
    donePage,
    declined,
    declinedPage,
    replaced,
    declinedSigning,
    invitation,
    leaving,
    order,
    invoiced,
    unpaid,
    imported: await importScripted(admin),
    outdated: await outdatedOf(admin),
    revision,
    listAfterDeletion,
    savedTemplate,
    contact,
    free: freeClient,
    lastDraft,
    ...review,
  }
}

/** Creates a document whose first signatory has to verify four elements of her real name. */
async function askRealName(base: string, admin: Client, signatory: Client) {
  const draft = await draftNda(admin)
  await finalise(admin, draft)
  const finishDocument = () => admin.get(`/mgmt/${draft.id}/final.pdf`)
  while ((await finishDocument()).status !== 200) await new Promise((done) => setTimeout(done, 200))
  const wei = { id: 'a', party: 'a', name: '韦小宝', email: WEI, realName: 'four' }
  const otherSignatory = { id: 'b', party: 'b', name: 'Oliver Grant', email: 'grant@kestrel.example' }
  await admin.put(`/mgmt/${draft.id}/signatories`, { signatories: [wei, otherSignatory] })
  await admin.post(`/mgmt/${draft.id}/signing`)
  const invitation = await waitForMessage(base, WEI, ({ links }) => links.length > 0)
  const { page } = await enterBy(base, invitation, signatory, new Set())
  const waiver = `/mgmt/${draft.id}/signatories/${page.split('/')[2]}/real-name-waiver`
  return { realNamePage: page, waiver }
}

async function importScripted(client: Client): Promise<string> {
  const bytes = pdfWith({ pages: 3, catalog: '/OpenAction << /S /JavaScript /JS (app.beep\\(0\\)) >>' })
  const file = { field: 'file', name: `${UNBROKEN}.pdf`, bytes }
  const uploadAnswer = await postFiles(client, '/mgmt/imports', {}, [file])
  if (uploadAnswer.status !== 303) throw new Error(`import: ${uploadAnswer.status}`)
  const id = uploadAnswer.headers.get('location')!.split('/')[2]!
  const signatories = ['a', 'b'].map((party) => ({
    id: party,
    party,
    name: `Signer ${party}`,
    email: `${party}@lotus.example`,
  }))
  await client.put(`/mgmt/${id}/signatories`, { signatories })
  return id
}

/** Creates documents until no uses are left; returns the id of the last one. */
async function draftToTheLast(client: Client): Promise<string> {
  for (let lastId = ''; ; ) {
    const form = { template: 'mutual-nda', version: versionOf('mutual-nda'), language: 'en', bilingual: 'no' }
    const invoice = await client.post('/mgmt/new-doc', form)
    if (invoice.status !== 303) return lastId
    lastId = invoice.headers.get('location')!.split('/')[2]!
  }
}

/**
 * Places two more orders if there are gateways: one with a QR code, and one whose gateway does not respond.
 */
export async function orderAtGateways({ newcomer, unpaid }: World) {
  unpaid.scanned = await orderBy(newcomer, 'wechat')
  unpaid.silent = await orderBy(newcomer, 'paypal', '1500')
}

/** Places an order for a single document, without paying it. */
async function orderBy(
  client: Client,
  method: 'bank' | 'sandbox' | 'wechat' | 'paypal',
  total = '9900',
): Promise<string> {
  const choice = { package: 'single_1', period: 'once', quantity: '1', kind: 'single', total }
  const placed = await client.post('/mgmt/confirm-order', { ...choice, method, agreed: 'yes' })
  return placed.headers.get('location')!.split('/')[3]!
}

/** Sends a transfer below the price, which staff do not match with the order. */
async function transferLess(agent: Client, orderId: string) {
  const fields = { amount: '98.00', reference: '2026112200017', day: shanghaiDay(), differs: 'yes' }
  const response = await agent.post(`/desk/orders/${orderId}/transfer`, fields)
  if (response.status !== 303) throw new Error(`transfer: ${response.status}`)
}

async function uploadStatement(agent: Client) {
  const lines = [
    '日期,金额,附言,对方户名,流水号',
    '2026-11-20,98.00,NDA with Kestrel Robotics,Kestrel Robotics Ltd,2026112200017',
    '2026-11-20,12.00,NDA with Kestrel Robotics,Kestrel Robotics Ltd,2026112200018',
  ]
  const file = { field: 'file', name: 'statement.csv', bytes: new TextEncoder().encode(lines.join('\n')) }
  const response = await postFiles(agent, '/desk/statements', {}, [file])
  if (response.status !== 303) throw new Error(`statement: ${response.status}`)
}

const INVOICE = {
  kind: 'ordinary',
  titleKind: 'company',
  title: '莲花贸易（上海）有限公司',
  taxNumber: '91310115MA1K4LTX2A',
  email: 'chen.lian@lotus.example',
}

/** The first two orders: the package, and e-signings. */
async function paidOrders(client: Client): Promise<[string, string]> {
  const record = await (await client.get('/mgmt/order-record')).text()
  const ids = [...record.matchAll(/\/mgmt\/orders\/([0-9a-f-]{36})"/g)].map((match) => match[1]!)
  return [ids.at(-1)!, ids.at(-2)!]
}

/** The documents under review, by the next action in their rows. */
async function reviewedOf(client: Client) {
  const list = await (await client.get('/mgmt/my-docs')).text()
  const idOf = (page: string) => new RegExp(`/mgmt/([0-9a-f-]{36})/${page}" class="btn`).exec(list)![1]!
  return { reviewed: idOf('review-doc'), returned: idOf('refund-doc') }
}

/** Logs Oliver in by the link and the access code of his last mail. */
async function enterReview(base: string, ids: { reviewed: string; returned: string }) {
  const mail = await waitForMessage(base, OLIVER, ({ subject }) => /asks you to review/.test(subject))
  const reviewLink = new URL(mail.links[0]!).pathname
  const reviewer = newRemoteClient(base)
  const accessCode = /access code: (\w{8})/.exec(mail.text)![1]!
  const fields = { email: OLIVER, accessCode, way: 'access', ...(await captchaOn(reviewer, reviewLink)) }
  const entered = await reviewer.post(reviewLink, fields)
  return { ...ids, reviewLink, reviewPage: entered.headers.get('location')!, reviewer }
}

async function contactOf(client: Client, name: string): Promise<string> {
  const suggestions = await client.get(`/mgmt/contacts/suggestions?keyword=${name}`)
  const { model }: { model: { id: string }[] } = await suggestions.json()
  return model[0]!.id
}

/** Saves a template with a name that is hard to typeset. */
async function savedTemplateOf(client: Client): Promise<string> {
  const list = await (await client.get('/mgmt/my-docs?tab=templates')).text()
  const id = /\/mgmt\/my-templates\/([0-9a-f-]{36})/.exec(list)![1]!
  await posted(client, `/mgmt/my-templates/${id}/name`, { name: UNBROKEN })
  return id
}

/**
 * Adds a colleague and an external reviewer whose department, organisation and email are hard to typeset.
 */
async function addUnbroken(client: Client) {
  for (const type of ['internal', 'external']) {
    const reach = { mobile: '13800138000', email: `${type}.${UNBROKEN.slice(0, 50)}@kestrel.example` }
    const name = { name: UNBROKEN.slice(0, 60), organisation: UNBROKEN, group: UNBROKEN.slice(0, 40) }
    await posted(client, '/mgmt/contacts', { type, ...name, ...reach })
  }
}

async function posted(client: Client, path: string, fields: Record<string, string>) {
  const answer = await client.post(path, fields)
  if (answer.status !== 303) throw new Error(`${path}: ${answer.status}`)
}

async function pathOf(base: string, to: string, about: RegExp): Promise<string> {
  const { links } = await waitForMessage(base, to, ({ subject }) => about.test(subject))
  return new URL(links[0]!).pathname
}

async function register(base: string): Promise<Client> {
  const client = newRemoteClient(base)
  const email = 'newcomer@kestrel.example'
  await askForCode(client, email)
  const { code } = await waitForMessage(base, email, (message) => Boolean(message.code))
  const answer = await client.post('/acct/register', registration({ email, code: code! }))
  if (answer.status !== 303) throw new Error(`register: ${answer.status}`)
  // Marks the tour as seen, because it would cover the page.
  await client.post('/mgmt/tour')
  return client
}
