import type { Page } from 'playwright'
import { shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { World } from './demo-world.ts'
import { pdfWith } from './hand-made-pdf.ts'

export interface Stop {
  name: string
  path: (world: World) => string
  /** Brings the page into the state that is checked, as a user would. */
  prepare?: (page: Page) => Promise<unknown>
  /** Whether the page is expected to respond 403. */
  refused?: boolean
  /** true: also checked on a phone; false: does not exist on a phone. */
  phone?: boolean
  /** A whole page, although it needs preparation. */
  whole?: boolean
  /** false: exists on a phone only. */
  desk?: boolean
}

export interface Route {
  as: 'visitor' | 'admin' | 'signatory' | 'reviewer' | 'agent' | 'newcomer' | 'free'
  stops: Stop[]
}

const submit = (page: Page) => page.locator('main form button.w-full').last().click()
async function registerWebhook(page: Page) {
  await page.goto('/mgmt/acct-info/webhooks/new')
  await page.locator('#url').fill('https://lotus.example/hook')
  await page.locator('main form input[type=checkbox]').first().check()
  await page.locator('main form .btn-primary').click()
  await page.locator('main a.btn-primary').click()
}

const NEW_BATCH = '/mgmt/batches/new?template=mutual-nda'
/** Uploads two rows, one of them with a wrong address. */
async function checksBatch(page: Page) {
  await page.locator('form[action="/mgmt/batches"] .btn-primary').click()
  const file = page.locator('input[name=file]')
  const text = 'Party B · Organisation name,Party B · Email\nKestrel,oliver@kestrel.example\nOda,oda\n'
  await file.setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.locator('form[action$="/table"] .btn-primary').click()
  await page.locator('a[href*="/rows/"]').first().waitFor()
}
async function draftsBatch(page: Page) {
  await checksBatch(page)
  await page.locator('form[action$="/drafting"] .btn-primary').click()
  await page.locator('a[href$="/signing-order"]').click()
  await page.locator('form[action$="/signing-order"]').waitFor()
}

const submitCheck = (page: Page) => page.locator('form[action$="/real-name"] button').click()
const opened = (button: string) => async (page: Page) => {
  await page.locator(button).click()
  await page.locator('dialog[open]').waitFor()
}
const filled = (path: string) => async (page: Page) => {
  await page.locator(`a[hx-get*="${path}"]`).first().click()
  await page.locator('dialog[open] form[method=post]').first().waitFor()
}
/** Opens a form from the menu of a document's page and fills it. */
const filledFromMenu = (path: string) => async (page: Page) => {
  await page.locator('main details[data-dropdown] > summary').first().click()
  await filled(path)(page)
}
const opensChoice = async (page: Page) => {
  await page.locator('main details[data-dropdown] > summary').first().click()
  await page.locator('a[hx-get$="one-language"]').first().click()
  await page.locator('dialog[open] a[href*="language="]').first().waitFor()
}
/** Two contacts: one with an email that another contact has, one without an email. */
const CONTACTS =
  'Name,Email,Birthday\nOliver,oliver@kestrel.example,1990-01-01\nOda,oda,\nIda,ida@kestrel.example,\n'
async function sendsContacts(page: Page) {
  await page
    .locator('input[name=file]')
    .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(CONTACTS) })
  await page.locator('form[enctype] button.btn-primary').click()
  await page.locator('select[name=column0]').waitFor()
}
/** A translation unit in one language only. */
const TMX = '<tmx version="1.4"><header/><body><tu><tuv xml:lang="en"><seg>Fee</seg></tuv></tu></body></tmx>'
/** Walks start with the notice marked as seen (`tests/support/walk.ts`). */
async function showNarrowNotice(page: Page) {
  await page.evaluate(() => sessionStorage.removeItem('qishu-narrow'))
  await page.reload()
  await page.locator('#narrow-notice[open]').waitFor()
  await page.evaluate(() => sessionStorage.setItem('qishu-narrow', 'seen'))
}
const atDesk = (what: string) => async (page: Page) => {
  await page.locator('td a').first().click()
  await page.locator(`a[href$="/${what}"]`).click()
}
const mode = (index: number) => (page: Page) =>
  page.locator('[data-island="editor"] .join > button').nth(index).click()

/** The form of a template copied from the library; a walk can create several copies. */
/** Shows the bar for several documents, which a phone hides. */
async function chooseSeveral(page: Page) {
  const choosing = page.locator('#choosing-several')
  if (await choosing.isVisible()) await choosing.check()
}

const copyTemplate = async (page: Page) => {
  await page.locator('[name=code]').fill(
    `copy-${newId()
      .slice(-12)
      .replaceAll(/[^a-z0-9]/g, 'x')}`,
  )
  await page.locator('[name=zh]').fill('保密协议副本')
  await page.locator('[name=en]').fill('Copy of an NDA')
  await page.locator('main form[method=post] button[type=submit]').click()
  await page.waitForURL(/\/drafts\/[^/]+\/form/)
}

/** Searches for a text whose replacement is impossible, so that the reason is shown. */
const searched = async (page: Page) => {
  await mode(1)(page)
  await page.locator('#open-menu').click()
  await page.locator('[role="menuitem"]').nth(1).click()
  await page.locator('#search-query').fill('example')
  await page.locator('#search-replacement').fill('@')
  await page.locator('#search-bar .btn-xs').nth(1).click()
  await page.locator('#search-bar .link').first().waitFor()
}

const of = (state: keyof World['documents'], page: string) => (world: World) =>
  `/mgmt/${world.documents[state]}/${page}`
const at = (path: string) => () => path

export const ROUTES: Route[] = [
  {
    as: 'visitor',
    stops: [
      { name: 'login', path: at('/acct/login'), phone: true },
      { name: 'login with errors', path: at('/acct/login'), prepare: (page) => wrong(page) },
      { name: 'login by email code', path: at('/acct/login?way=email'), phone: true },
      { name: 'login after a lost one', path: at('/acct/login?lost=ACCESS_CHECK') },
      { name: 'login by passkey', path: at('/acct/login-passkey'), phone: true },
      { name: 'login by WeChat', path: at('/acct/login-wechat'), phone: true },
      { name: 'login by single sign-on', path: at('/acct/sso'), phone: true },
      { name: 'WeChat as the demo plays it', path: at(`/acct/demo-wechat?state=${'a'.repeat(40)}`) },
      { name: 'register', path: at('/acct/register'), phone: true },
      { name: 'register by mobile', path: at('/acct/register?channel=mobile'), phone: true },
      {
        name: 'register with errors',
        path: at('/acct/register'),
        prepare: (page) => wrong(page),
        phone: true,
      },
      {
        name: 'register, with a sum to do',
        path: at('/acct/register'),
        prepare: async (page) => {
          await page.locator('[formaction*="captcha"]').click()
          await page.locator('[name="captchaKind"][value="sum"]').waitFor({ state: 'attached' })
        },
      },
      { name: 'forgotten password', path: at('/acct/forgot-password'), phone: true },
      {
        name: 'forgotten password with errors',
        path: at('/acct/forgot-password'),
        prepare: (page) => wrong(page),
      },
      { name: 'service agreement', path: at('/privacy-notice?type=SERVICE_AGREEMENT'), phone: true },
      { name: 'account agreement', path: at('/privacy-notice?type=ACCOUNT_AGREEMENT') },
      { name: 'privacy statement', path: at('/privacy-notice?type=PRIVACY_STATEMENT') },
      { name: 'product', path: at('/product'), phone: true },
      {
        name: 'product menu',
        path: at('/product'),
        prepare: (page) => page.locator('header nav summary').first().click(),
        phone: false,
      },
      {
        name: 'menu drawer',
        path: at('/product'),
        prepare: (page) => drawer(page, 'menu-drawer'),
        phone: true,
        desk: false,
      },
      {
        name: 'language drawer',
        path: at('/pricing'),
        prepare: (page) => drawer(page, 'language-drawer'),
        phone: true,
      },
      { name: 'pricing', path: at('/pricing'), phone: true },
      { name: 'a payment seen by nobody', path: at('/pay-finish') },
      { name: 'company', path: at('/company'), phone: true },
      { name: 'contact', path: at('/locations?anchor=online-service'), phone: true },
      { name: 'questions', path: at('/faq'), phone: true },
      {
        name: 'a question found of no help',
        path: at('/faq'),
        prepare: async (page) => {
          await page.locator('#faq-list details summary').nth(1).click()
          await page.locator('#faq-list details[open] [name="helpful"][value="no"]').click()
          await page.locator('#faq-list [role="status"]').waitFor()
        },
        phone: true,
      },
      { name: 'questions, some found', path: at('/faq?keyword=PDF'), phone: true },
      { name: 'online service', path: at('/online-service'), phone: true },
      {
        name: 'online service with errors',
        path: at('/online-service'),
        prepare: async (page) => {
          await page.locator('main form .btn-primary').click()
          await page.locator('main form [role="alert"]').first().waitFor()
        },
        phone: true,
      },
      { name: 'feedback', path: at('/feedback'), phone: true },
      {
        name: 'feedback with errors',
        path: at('/feedback'),
        prepare: async (page) => {
          await page.locator('#feedback-form .btn-primary').click()
          await page.locator('[role="alert"]:visible').first().waitFor()
        },
        phone: true,
      },
      {
        name: 'shortcut',
        path: at('/company'),
        prepare: (page) => page.locator('.shortcut summary').click(),
        phone: true,
      },
      { name: 'feedback, arrived', path: at('/feedback?sent=yes') },
      { name: 'verify', path: at('/verify'), phone: true },
      { name: 'verify, nothing chosen', path: at('/verify'), prepare: verified(null), phone: true },
      {
        name: 'verified, no signature',
        path: at('/verify'),
        prepare: verified(() => PLAIN_PDF),
        whole: true,
      },
      { name: 'invitation', path: ({ invitation }) => invitation, phone: true },
      { name: 'leaving a letter', path: ({ leaving }) => leaving, phone: true },
      { name: 'outbox', path: at('/outbox'), phone: true },
      { name: 'not found', path: at('/nowhere'), phone: true },
      { name: 'views', path: at('/dev/views') },
      { name: 'mails', path: at('/dev/mail') },
      { name: 'a mail in each language', path: at('/dev/mail?name=signing.invitation') },
      { name: 'review, the way in', path: ({ reviewLink }) => reviewLink, phone: true },
      {
        name: 'review, the way in with errors',
        path: ({ reviewLink }) => reviewLink,
        prepare: async (page) => {
          await page.locator('[name="way"]').first().click()
          await page.locator('[role="alert"]:visible').first().waitFor()
        },
        phone: true,
      },
      { name: 'review, by access code', path: at('/review/login') },
      { name: 'review, left', path: at('/review/logout') },
      { name: 'review, done', path: at('/review/review-complete') },
      { name: 'entrance', path: ({ entrance }) => entrance, phone: true },
      {
        name: 'entrance, a code to enter',
        path: ({ entrance }) => entrance,
        prepare: (page) => page.locator('main form button').first().click(),
      },
      { name: 'entrance to what was declined', path: ({ declined }) => declined, phone: true },
      { name: 'replaced link', path: ({ replaced }) => replaced, phone: true },
      { name: 'error', path: at('/mgmt/error?code=UNAVAILABLE'), phone: true },
      { name: 'forbidden', path: at('/mgmt/forbidden'), refused: true },
    ],
  },
  {
    as: 'signatory',
    stops: [
      { name: 'signer page', path: ({ signerPage }) => signerPage, phone: true },
      {
        name: 'drawing',
        path: ({ signerPage }) => signerPage,
        prepare: (page) => page.locator('[value="drawn"]').check(),
        phone: true,
      },
      { name: 'real-name check', path: ({ realNamePage }) => realNamePage, phone: true },
      {
        name: 'real-name check, incomplete',
        path: ({ realNamePage }) => realNamePage,
        prepare: async (page) => {
          await page.locator('#consent').check()
          await submitCheck(page)
          await page.locator('#number-note[role=alert]').waitFor()
        },
        whole: true,
      },
      { name: 'hand-over', path: ({ signerPage }) => `${signerPage}/hand-over`, phone: true },
      { name: 'question to the sender', path: ({ signerPage }) => `${signerPage}/question`, phone: true },
      {
        name: 'access ended',
        path: () => `/signing/${newId()}/again`,
        phone: true,
      },
      { name: 'access ended, code', path: () => `/signing/${newId()}/again/code` },
      { name: 'refusal', path: ({ signerPage }) => signerPage, prepare: opened('[commandfor="refusal"]') },
      { name: 'signed', path: ({ donePage }) => donePage, phone: true },
      { name: 'signed, to read again', path: ({ donePage }) => donePage.replace('/signed', '') },
      { name: 'declined', path: ({ declinedPage }) => declinedPage, phone: true },
      {
        name: 'verified, unchanged',
        path: ({ donePage }) => donePage,
        prepare: verified((own) => own),
        whole: true,
        phone: true,
      },
      {
        name: 'verified, changed',
        path: ({ donePage }) => donePage,
        prepare: verified((own) => Buffer.concat([own, own.subarray(-2000)])),
        whole: true,
        phone: true,
      },
    ],
  },
  {
    as: 'reviewer',
    stops: [
      { name: 'document to review', path: ({ reviewPage }) => reviewPage, phone: true },
      { name: 'changes to review', path: ({ reviewPage }) => `${reviewPage}?show=changes`, phone: true },
      {
        name: 'a wording to propose',
        path: ({ reviewPage }) => `${reviewPage}?show=changes&at=payment&side=zh`,
        phone: true,
      },
      {
        name: 'a review to return, without reasons',
        path: ({ reviewPage }) => `${reviewPage}?show=changes`,
        whole: true,
        prepare: async (page) => {
          await page.locator('#outcome .btn-error').click()
          await page.locator('form[data-ends-review] .btn-error').click()
          await page.locator('form [role="alert"]').waitFor()
        },
      },
    ],
  },
  {
    as: 'admin',
    stops: [
      { name: 'log out', path: at('/logout') },
      {
        name: 'small-screen notice',
        path: at('/mgmt/home'),
        prepare: showNarrowNotice,
        phone: true,
        desk: false,
      },
      { name: 'home', path: at('/mgmt/home'), phone: true },
      { name: 'invitation of another', path: at(`/mgmt/invitations/${newId()}`), phone: true },
      {
        name: 'lost login',
        path: at('/mgmt/home'),
        prepare: (page) =>
          page.evaluate(() => document.dispatchEvent(new CustomEvent('qishu:fault', { detail: 401 }))),
        phone: true,
      },
      { name: 'my documents', path: at('/mgmt/my-docs'), phone: true },
      {
        // Opens only one menu: controls that an open menu partly covers would count as too small.
        name: 'row menu',
        path: at('/mgmt/my-docs?keyword=Kestrel'),
        prepare: (page) => page.locator('td summary').first().click(),
        phone: true,
      },
      { name: 'my documents, none found', path: at('/mgmt/my-docs?keyword=zzzz') },
      {
        name: 'zip files, nothing ticked',
        path: at('/mgmt/my-docs'),
        prepare: async (page) => {
          await chooseSeveral(page)
          await chooseSeveral(page)
          await page.locator('#bulk-form button').first().click()
          await page.locator('[role=alert]').first().waitFor()
        },
      },
      {
        name: 'zip files',
        path: at('/mgmt/my-docs'),
        prepare: async (page) => {
          await chooseSeveral(page)
          await chooseSeveral(page)
          await page.locator('#bulk-form select[name=which]').selectOption('page')
          await page.locator('#bulk-form button').first().click()
          await page.locator('#archives a[href$="/file"]').first().waitFor()
        },
        whole: true,
      },
      { name: 'zip files, list', path: at('/mgmt/archives'), phone: true },
      { name: 'data export', path: at('/mgmt/acct-info/export'), phone: true },
      {
        name: 'data export, made',
        path: at('/mgmt/acct-info/export'),
        prepare: async (page) => {
          const file = page.locator('#data-export a[href$="/file"]').first()
          // If an earlier walk has created the export, the first button would delete it.
          if (!(await file.count())) await page.locator('#data-export button').first().click()
          await file.waitFor()
        },
        phone: true,
        whole: true,
      },
      { name: 'my documents, created', path: at('/mgmt/my-docs?tab=created') },
      { name: 'my documents, by name', path: at('/mgmt/my-docs?sort=name') },
      { name: 'my templates', path: at('/mgmt/my-docs?tab=templates'), phone: true },
      { name: 'my templates, none found', path: at('/mgmt/my-docs?tab=templates&keyword=zzzz') },
      {
        name: 'a template of one’s own',
        path: ({ savedTemplate }) => `/mgmt/my-templates/${savedTemplate}?done=saved`,
        phone: true,
      },
      {
        name: 'use of a template of one’s own',
        path: ({ savedTemplate }) => `/mgmt/my-templates/${savedTemplate}`,
        prepare: filled('/use'),
      },
      { name: 'translation of an incomplete draft', path: of('draft', 'translation') },
      { name: 'translation', path: of('ready', 'translation'), phone: true },
      { name: 'risk summary', path: of('ready', 'risks'), phone: true },
      { name: 'second reading', path: of('ready', 'second-reading'), phone: true },
      { name: 'key dates', path: at('/mgmt/key-dates'), phone: true },
      { name: 'batches', path: at('/mgmt/batches'), phone: true },
      { name: 'a new batch', path: at('/mgmt/batches/new?template=mutual-nda'), phone: true },
      { name: 'a checked batch', path: at(NEW_BATCH), prepare: checksBatch, phone: true },
      {
        name: 'a row of a batch',
        path: at(NEW_BATCH),
        prepare: async (page) => {
          await checksBatch(page)
          await page.locator('a[href*="/rows/"]').first().click()
          await page.locator('[aria-invalid]').first().waitFor()
        },
        phone: true,
      },
      { name: 'the signing order of a batch', path: at(NEW_BATCH), prepare: draftsBatch, phone: true },
      {
        name: 'a batch to be sent',
        path: at(NEW_BATCH),
        prepare: async (page) => {
          await draftsBatch(page)
          await page.locator('form[action$="/signing-order"] .btn-primary').click()
          await page.waitForURL('**/sending')
        },
        phone: true,
      },
      { name: 'key dates of a document', path: of('completed', 'key-dates'), phone: true },
      { name: 'versions', path: of('ready', 'versions'), phone: true },
      { name: 'a version', path: of('ready', 'versions/1') },
      { name: 'a version compared', path: of('ready', 'versions/1?show=changes'), phone: true },
      { name: 'a version to restore', path: of('ready', 'versions'), prepare: filled('/restoration') },
      { name: 'adoption', path: ({ outdated }) => `/mgmt/${outdated}/adoption`, phone: true },
      { name: 'print view', path: of('ready', 'print-doc'), phone: true },
      { name: 'a draft as a template', path: of('draft', 'save-as-template'), phone: true },
      { name: 'my documents, one deleted', path: ({ listAfterDeletion }) => listAfterDeletion, phone: true },
      { name: 'template library', path: at('/mgmt/doc-lib'), phone: true },
      { name: 'template library, none found', path: at('/mgmt/doc-lib?keyword=zzzz') },
      {
        name: 'template library, found inside',
        path: at('/mgmt/doc-lib?keyword=force+majeure&category=sales&sort=newest'),
        phone: true,
      },
      { name: 'my documents, imported', path: at('/mgmt/my-docs?tab=imported'), phone: true },
      {
        name: 'imported document',
        path: ({ imported }) => `/mgmt/${imported}/my-docs-import-view`,
        phone: true,
      },
      {
        name: 'imported document, to edit',
        path: ({ imported }) => `/mgmt/${imported}/my-docs-import-edit`,
        whole: true,
      },
      {
        name: 'imported document, to delete',
        path: ({ imported }) => `/mgmt/${imported}/my-docs-import-edit`,
        prepare: filled('/deletion'),
      },
      {
        name: 'imported document, its checklist',
        path: ({ imported }) => `/mgmt/${imported}/checklist`,
        phone: true,
      },
      { name: 'imported document, its log', path: ({ imported }) => `/mgmt/${imported}/action-log` },
      {
        name: 'imported document, to sign',
        path: ({ imported }) => `/mgmt/${imported}/sign-setting`,
        prepare: (page) => page.locator('.pdf-spot').first().waitFor(),
      },
      { name: 'new document, to import', path: at('/mgmt/new-doc?tab=IMPORT_DOC'), phone: true },
      {
        name: 'new document, not imported',
        path: at('/mgmt/new-doc?tab=IMPORT_DOC'),
        prepare: async (page) => {
          const file = { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') }
          await page.locator('#file').setInputFiles(file)
          await page.locator('#file-note:not(:empty)').waitFor()
        },
      },
      { name: 'new document, tailor-made', path: at('/mgmt/new-doc?tab=CONSULT_SELECT'), phone: true },
      {
        name: 'new document, tailor-made, with errors',
        path: at('/mgmt/new-doc?tab=CONSULT_SELECT'),
        prepare: async (page) => {
          await page.locator('#consult-form .btn-primary').click()
          await page.locator('#consult-form [role=alert]').first().waitFor()
        },
        phone: true,
      },
      { name: 'tailor-made documents', path: at('/mgmt/consultations'), phone: true },
      {
        name: 'a tailor-made document offered',
        path: at('/mgmt/consultations'),
        prepare: (page) => page.locator('td a').last().click(),
        whole: true,
        phone: true,
      },
      { name: 'new document, none chosen', path: at('/mgmt/new-doc') },
      { name: 'new document', path: at('/mgmt/new-doc?template=mutual-nda'), phone: true },
      { name: 'contacts', path: at('/mgmt/contacts?type=external'), phone: true },
      {
        name: 'a contact’s menu',
        path: at('/mgmt/contacts'),
        // The menu of an upper row would cover the buttons of the next one.
        prepare: (page) => page.locator('td summary').last().click(),
        whole: true,
      },
      { name: 'documents exchanged', path: ({ contact }) => `/mgmt/${contact}/communicat-doc`, phone: true },
      { name: 'contacts, none found', path: at('/mgmt/contacts?keyword=zzzz') },
      {
        name: 'a new contact',
        path: at('/mgmt/contacts'),
        prepare: filled('/contacts/new'),
        phone: true,
      },
      { name: 'import of contacts', path: at('/mgmt/contacts/import'), phone: true },
      {
        name: 'columns of an import',
        path: at('/mgmt/contacts/import'),
        prepare: sendsContacts,
        whole: true,
        phone: true,
      },
      {
        name: 'preview of an import',
        path: at('/mgmt/contacts/import'),
        prepare: async (page) => {
          await sendsContacts(page)
          await page.locator('form[action*="/import/"] button.btn-primary').click()
          await page.locator('form[action$="/preview"]').waitFor()
        },
        whole: true,
        phone: true,
      },
      { name: 'no duplicates', path: at('/mgmt/contacts/duplicates'), phone: true },
      { name: 'tasks', path: at('/mgmt/tasks'), phone: true },
      { name: 'tasks done', path: at('/mgmt/tasks?status=done') },
      { name: 'tasks expired', path: at('/mgmt/tasks?status=invalid&type=sign') },
      { name: 'messages', path: at('/mgmt/messages'), phone: true },
      { name: 'messages unread', path: at('/mgmt/messages?unread=yes') },
      { name: 'account', path: at('/mgmt/acct-info'), phone: true },
      { name: 'questions inside', path: at('/mgmt/faq-list'), phone: true },
      { name: 'feedback inside', path: at('/mgmt/client-feedback'), phone: true },
      { name: 'chat', path: at('/mgmt/online-service'), phone: true },
      {
        name: 'chat with an error',
        path: at('/mgmt/online-service'),
        prepare: async (page) => {
          await page.locator('[data-island=chat] button.btn-primary[type=button]').click()
          await page.locator('[role="alert"]:visible').first().waitFor()
        },
      },
      { name: 'own password', path: at('/mgmt/acct-info'), prepare: filled('/password'), phone: true },
      { name: 'own email', path: at('/mgmt/acct-info'), prepare: filled('/email'), phone: true },
      { name: 'unlinking WeChat', path: at('/mgmt/acct-info/social/unbinding') },
      { name: 'linking WeChat', path: at('/acct/login-wechat'), phone: true },
      { name: 'own mobile', path: at('/mgmt/acct-info'), prepare: filled('/mobile') },
      {
        name: 'own password with errors',
        path: at('/mgmt/acct-info'),
        prepare: async (page) => {
          await filled('/password')(page)
          await page.locator('dialog[open] form button.btn-primary').click()
          await page.locator('dialog[open] [role="alert"]').first().waitFor()
        },
      },
      { name: 'own profile', path: at('/mgmt/acct-info/profile') },
      { name: 'company', path: at('/mgmt/acct-info'), prepare: filled('/company') },
      { name: 'account deletion', path: at('/mgmt/acct-info'), prepare: filled('/deletion') },
      { name: 'login security', path: at('/mgmt/acct-info/security'), phone: true },
      { name: 'security events', path: at('/mgmt/acct-info/security-events'), phone: true },
      { name: 'new authenticator', path: at('/mgmt/acct-info/security/authenticator'), phone: true },
      { name: 'new passkey', path: at('/mgmt/acct-info/security/passkey'), phone: true },
      { name: 'new recovery codes', path: at('/mgmt/acct-info/security/recovery-codes') },
      { name: 'members', path: at('/mgmt/acct-info/members'), phone: true },
      { name: 'a member', path: at('/mgmt/acct-info/members'), prepare: filled('/members/'), phone: true },
      { name: 'usage', path: at('/mgmt/acct-info/usage'), phone: true },
      { name: 'orders', path: at('/mgmt/order-record'), phone: true },
      { name: 'an order', path: ({ order }) => `/mgmt/orders/${order}`, phone: true },
      { name: 'an invoice to request', path: ({ order }) => `/mgmt/orders/${order}/invoice`, phone: true },
      {
        name: 'an invoice to request, with errors',
        path: ({ order }) => `/mgmt/orders/${order}/invoice`,
        prepare: async (page) => {
          await page.locator('#title').fill('')
          await page.locator('main form .btn-primary').click()
          await page.locator('[role=alert]').first().waitFor()
        },
      },
      {
        name: 'an invoice requested',
        path: ({ invoiced }) => `/mgmt/orders/${invoiced}/invoice`,
        phone: true,
      },
      { name: 'an order paid', path: ({ order }) => `/pay-finish?order=${order}`, phone: true },
      {
        name: 'an upgrade',
        path: at('/mgmt/confirm-order?package=enterprise&period=yearly&method=sandbox'),
        phone: true,
      },
      { name: 'a lower package', path: at('/mgmt/error?code=UPGRADE_TO_LOWER') },
      {
        name: 'brand, a colour too light',
        path: at('/mgmt/acct-info/brand'),
        prepare: async (page) => {
          await page.locator('#colour').fill('#ffd54a')
          await page.locator('[data-brand-darkened]').waitFor()
        },
        phone: true,
      },
      { name: 'API keys', path: at('/mgmt/acct-info/api-keys'), phone: true },
      { name: 'a new API key', path: at('/mgmt/acct-info/api-keys/new'), phone: true },
      { name: 'single sign-on', path: at('/mgmt/acct-info/single-sign-on'), phone: true },
      { name: 'the identity provider', path: at('/mgmt/acct-info/single-sign-on/provider'), phone: true },
      { name: 'webhooks', path: at('/mgmt/acct-info/webhooks'), phone: true },
      { name: 'a new webhook', path: at('/mgmt/acct-info/webhooks/new'), phone: true },
      {
        name: 'a webhook',
        path: at('/mgmt/acct-info/webhooks'),
        prepare: async (page) => {
          if (!(await page.locator('main table a').count())) await registerWebhook(page)
          else await page.locator('main table a').first().click()
          await page.locator('form[action$="/test"]').waitFor()
        },
        phone: true,
      },
      { name: 'seals', path: at('/mgmt/acct-info/seals'), phone: true },
      {
        name: 'a seal to draw',
        path: at('/mgmt/acct-info/seals/drawn'),
        prepare: async (page) => {
          await page.locator('#label').fill('公章')
          await page.locator('#name').fill('莲花贸易（上海）有限公司')
          await page.locator('[data-seal-preview][src*="%E8%8E%B2"]').waitFor()
        },
        phone: true,
      },
      {
        name: 'a seal to upload, with errors',
        path: at('/mgmt/acct-info/seals/uploaded'),
        prepare: async (page) => {
          const file = { name: 'seal.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
          await page.locator('#label').fill('公章')
          await page.locator('#picture').setInputFiles(file)
          await page.locator('main form .btn-primary').click()
          await page.locator('#picture-note[role=alert]').waitFor()
        },
        phone: true,
      },
      { name: 'notices', path: at('/mgmt/acct-info/notices'), phone: true },
      {
        name: 'translation memory, no TMX',
        path: at('/mgmt/acct-info/translation-memory'),
        prepare: async (page) => {
          const file = { name: 'memory.tmx', mimeType: 'text/xml', buffer: Buffer.from('<tmx>') }
          await page.locator('#file').setInputFiles(file)
          await page.locator('form[enctype] .btn-primary').click()
          await page.locator('#file-note[role=alert]').waitFor()
        },
      },
      {
        name: 'translation memory, a file read',
        path: at('/mgmt/acct-info/translation-memory'),
        prepare: async (page) => {
          const file = { name: 'memory.tmx', mimeType: 'text/xml', buffer: Buffer.from(TMX) }
          await page.locator('#file').setInputFiles(file)
          await page.locator('form[enctype] .btn-primary').click()
          await page.locator('details summary.link').first().click()
        },
        phone: true,
        whole: true,
      },
      { name: 'draft', path: of('draft', 'view-doc'), phone: true },
      {
        name: 'deletion',
        path: of('draft', 'view-doc'),
        prepare: filledFromMenu('/deletion'),
        phone: true,
      },
      { name: 'deletion on a page of its own', path: of('draft', 'deletion'), phone: true },
      { name: 'copy', path: of('draft', 'view-doc'), prepare: filledFromMenu('/copy') },
      { name: 'one language, of a draft', path: of('draft', 'view-doc'), prepare: opensChoice },
      { name: 'one language, of a final', path: of('completed', 'one-language'), phone: true },
      {
        name: 'revision',
        path: of('completed', 'view-doc'),
        prepare: filledFromMenu('/revision'),
        phone: true,
      },
      { name: 'revised draft', path: ({ revision }) => `/mgmt/${revision}/view-doc`, phone: true },
      {
        name: 'editor, why the one before was declined',
        path: ({ revision }) => `/mgmt/${revision}/edit-doc`,
        prepare: mode(1),
      },
      { name: 'completed document', path: of('completed', 'view-doc'), phone: true },
      { name: 'action log', path: of('completed', 'action-log'), phone: true },
      { name: 'signing progress', path: of('signing', 'signing'), phone: true },
      { name: 'waiver of a real-name check', path: ({ waiver }) => waiver, phone: true },
      { name: 'later deadline of a signing', path: of('signing', 'signing-deadline') },
      {
        name: 'corrected address of a signatory',
        path: of('signing', 'signing'),
        prepare: (page) => page.locator('a[href$="/address"]:visible').first().click(),
      },
      { name: 'declined signing', path: ({ declinedSigning }) => declinedSigning, phone: true },
      {
        name: 'declined document',
        path: ({ declinedSigning }) => declinedSigning.replace(/signing$/, 'view-doc'),
      },
      { name: 'signature setting', path: of('finalised', 'sign-setting'), phone: true },
      {
        name: 'start of signing',
        path: of('finalised', 'sign-setting'),
        prepare: opened('[data-island] .btn-primary:not(dialog *)'),
      },
      {
        name: 'signature setting, a row deleted',
        path: of('finalised', 'sign-setting'),
        prepare: async (page) => {
          await page.route(/\/signatories\?/, (route) =>
            route.fulfill({ json: { success: true, model: {} } }),
          )
          await page.locator('[id^="bin-"]').first().click()
          await page.locator('#undo-delete').waitFor()
        },
        phone: true,
      },
      {
        name: 'signature setting with errors',
        path: of('finalised', 'sign-setting'),
        prepare: async (page) => {
          // The request is aborted, so that the next walk finds the setting unchanged.
          await page.route(/\/signatories\?/, (route) =>
            route.fulfill({ json: { success: true, model: {} } }),
          )
          await page.locator('[id^="email-"]').first().fill('no address')
          await page.locator('[id^="email-"]').first().blur()
          await page.locator('[id$="-note"]').first().waitFor()
        },
        phone: true,
      },
      { name: 'editor, filling', path: of('draft', 'edit-doc'), prepare: mode(0), whole: true, phone: true },
      { name: 'editor, editing', path: of('draft', 'edit-doc'), prepare: mode(1), whole: true, phone: true },
      { name: 'editor, searching', path: of('ready', 'edit-doc'), prepare: searched, phone: true },
      {
        name: 'editor, more ways',
        path: of('ready', 'edit-doc'),
        prepare: async (page) => {
          await page.locator('#open-menu').click()
          await page.locator('[role="menu"]').waitFor()
        },
      },
      {
        name: 'editor, a blank open',
        path: of('draft', 'edit-doc'),
        prepare: async (page) => {
          await mode(1)(page)
          await page.locator('[data-blank][role="button"]').first().click()
          await page.locator('[data-blank] :is(input, textarea)').first().waitFor()
        },
        phone: true,
      },
      {
        name: 'editor, the parties open',
        path: of('draft', 'edit-doc'),
        prepare: async (page) => {
          await mode(1)(page)
          await page.locator('#form-parties').click()
        },
      },
      {
        name: 'editor, a text without its English',
        path: of('draft', 'edit-doc'),
        prepare: async (page) => {
          await mode(0)(page)
          await page.locator('form textarea').first().fill('上海市静安区南京西路1266号')
          await page.locator('p[id$="-twin"]').first().waitFor()
          await page.evaluate(() => document.querySelector('form')!.parentElement!.scrollTo(0, 0))
        },
      },
      {
        name: 'editor, the wordings of a clause',
        path: of('draft', 'edit-doc'),
        prepare: async (page) => {
          await mode(1)(page)
          const clause = page.locator('[data-clause]:has([id^="alternatives-"])').first()
          // A phone shows the buttons of a clause after a tap on it.
          await clause.click()
          await clause.locator('[id^="alternatives-"]').click()
          await page.locator('[role="menuitemradio"]').first().waitFor()
        },
      },
      {
        name: 'editor, what is open',
        path: of('draft', 'edit-doc'),
        prepare: async (page) => {
          await mode(1)(page)
          await page.locator('#show-points').click()
          await page.locator('#point-list').waitFor()
        },
      },
      {
        name: 'finalisation',
        path: of('ready', 'edit-doc'),
        prepare: (page) => opened('#finalise')(page),
        phone: true,
      },
      { name: 'reviewers, none yet', path: of('ready', 'invite-review'), phone: true },
      {
        name: 'a new reviewer',
        path: of('ready', 'invite-review'),
        prepare: filled('/reviewers/new?kind=external'),
        phone: true,
      },
      { name: 'a review', path: ({ reviewed }) => `/mgmt/${reviewed}/review-doc?show=changes`, phone: true },
      {
        name: 'a comment on a clause',
        path: ({ reviewed }) => `/mgmt/${reviewed}/review-doc?show=changes&at=payment`,
      },
      { name: 'reviewers while they are asked', path: ({ reviewed }) => `/mgmt/${reviewed}/invite-review` },
      {
        name: 'another email of a reviewer',
        path: ({ reviewed }) => `/mgmt/${reviewed}/invite-review`,
        prepare: filled('/email'),
      },
      { name: 'a returned document', path: ({ returned }) => `/mgmt/${returned}/refund-doc`, phone: true },
      { name: 'versions compared', path: ({ reviewed }) => `/mgmt/${reviewed}/comparison`, phone: true },
      { name: 'no permission', path: at('/mgmt/without-permission'), refused: true },
    ],
  },
  {
    as: 'agent',
    stops: [
      { name: 'desk', path: at('/desk/accounts'), phone: true },
      { name: 'invoices at the desk', path: at('/desk/invoices'), phone: true },
      { name: 'invoices at the desk, none', path: at('/desk/invoices?state=reversed') },
      {
        name: 'an invoice at the desk',
        path: at('/desk/invoices'),
        prepare: (page) => page.locator('td a').first().click(),
        phone: true,
      },
      { name: 'tailor-made documents at the desk', path: at('/desk/consultations?state=all'), phone: true },
      { name: 'tailor-made documents at the desk, none', path: at('/desk/consultations?state=withdrawn') },
      {
        name: 'a tailor-made document at the desk',
        path: at('/desk/consultations?state=all'),
        prepare: (page) => page.locator('td a').last().click(),
        whole: true,
        phone: true,
      },
      {
        name: 'an account at the desk',
        path: at('/desk/accounts'),
        prepare: (page) => page.locator('td a').first().click(),
        phone: true,
      },
      {
        name: 'a request to delete, at the desk',
        path: at('/desk/accounts?keyword=newcomer%40'),
        prepare: (page) => page.locator('td a').first().click(),
        phone: true,
      },
      {
        name: 'a package at the desk',
        path: at('/desk/accounts?keyword=newcomer%40'),
        prepare: atDesk('plan'),
        phone: true,
      },
      {
        name: 'what a package would change',
        path: at('/desk/accounts?keyword=demo_admin'),
        prepare: async (page) => {
          await atDesk('plan')(page)
          await page.locator('#plan').selectOption('basic')
          await page.locator('#months').selectOption('1')
          await page.locator('#reason').fill('NDA with Kestrel Robotics')
          await page.locator('button[formmethod=get]').click()
          await page.locator('[role=status] ul').waitFor()
        },
      },
      {
        name: 'what a service of its own needs',
        path: at('/desk/accounts?keyword=demo_admin'),
        prepare: async (page) => {
          await atDesk('plan')(page)
          await page.locator('#plan').selectOption('customised')
          await page.locator('#months').selectOption('agreement')
          await page.locator('button[formmethod=get]').click()
          await page.locator('#seats[aria-invalid=true]').waitFor()
        },
        phone: true,
      },
      {
        name: 'a team at the desk',
        path: at('/desk/accounts?keyword=demo_admin'),
        prepare: atDesk('team'),
        phone: true,
      },
      {
        name: 'usage at the desk',
        path: at('/desk/accounts?keyword=demo_admin'),
        prepare: atDesk('usage'),
        phone: true,
      },
      { name: 'orders at the desk', path: at('/desk/orders'), phone: true },
      { name: 'no order found', path: at('/desk/orders?keyword=zzzz') },
      {
        name: 'a transfer at the desk',
        path: ({ unpaid }) => `/desk/orders/${unpaid.bank}`,
        phone: true,
        whole: true,
      },
      { name: 'a paid order at the desk', path: ({ order }) => `/desk/orders/${order}` },
      {
        name: 'a transfer of another amount',
        path: ({ unpaid }) => `/desk/orders/${unpaid.bank}`,
        prepare: async (page) => {
          await page.locator('#amount').fill('1.00')
          await page.locator('#reference').fill('2026112200019')
          await page.locator('form[action$="/transfer"] button').click()
          await page.locator('#differs').waitFor()
        },
      },
      { name: 'statements', path: at('/desk/statements'), phone: true },
      {
        name: 'a statement',
        path: at('/desk/statements'),
        prepare: (page) => page.locator('td a').first().click(),
        phone: true,
      },
      { name: 'unsettled payments', path: at('/desk/payments'), phone: true },
      {
        name: 'an unsettled payment',
        path: at('/desk/payments'),
        prepare: (page) => page.locator('td a').first().click(),
        phone: true,
      },
      { name: 'settled payments', path: at('/desk/payments?show=settled') },
      {
        name: 'a day that does not agree',
        path: () => `/desk/reconciliation?day=${shanghaiDay()}`,
        prepare: (page) => page.locator('main table').nth(1).waitFor(),
        phone: true,
        whole: true,
      },
      { name: 'a day without money', path: at('/desk/reconciliation?day=2020-02-02') },
      {
        name: 'a month’s revenue',
        path: () => `/desk/revenue?month=${shanghaiDay().slice(0, 7)}`,
        prepare: (page) => page.locator('main figure svg[role=img]').waitFor(),
        phone: true,
        whole: true,
      },
      { name: 'a month without revenue', path: at('/desk/revenue?month=2020-02') },
      { name: 'packages at the desk', path: at('/desk/packages'), phone: true },
      { name: 'a package’s price', path: at('/desk/packages/basic'), phone: true },
      { name: 'a package by agreement', path: at('/desk/packages/customised') },
      { name: 'templates at the desk', path: at('/desk/templates'), phone: true },
      { name: 'a template at the desk', path: at('/desk/templates/labour-contract'), phone: true },
      {
        name: 'a template with faults',
        path: at('/desk/templates/new/source'),
        prepare: async (page) => {
          await page.locator('textarea').fill('code: power-of-attorney\nversion: soon')
          await page.locator('form[enctype] [type=submit]').click()
          await page.waitForURL(/\/drafts\//)
        },
        phone: true,
      },
      { name: 'ways to begin a template', path: at('/desk/templates/new'), phone: true },
      { name: 'a template from a blank', path: at('/desk/templates/new/blank'), phone: true },
      { name: 'a template from a copy', path: at('/desk/templates/new/copy') },
      { name: 'a template from Word', path: at('/desk/templates/new/word'), phone: true },
      {
        name: 'the form of a template',
        path: at('/desk/templates/new/copy?from=mutual-nda'),
        prepare: copyTemplate,
        phone: true,
        whole: true,
      },
      {
        name: 'the form of a clause',
        path: at('/desk/templates/new/copy?from=mutual-nda'),
        prepare: async (page) => {
          await copyTemplate(page)
          await page.locator('main a[href*="/form/clause?at=articles.0.clauses.0"]').first().click()
          await page.waitForURL(/form\/clause/)
        },
        phone: true,
      },
      { name: 'the format of templates', path: at('/desk/templates/new/format') },
      { name: 'shared blocks', path: at('/desk/templates/blocks'), phone: true },
      { name: 'a shared block', path: at('/desk/templates/blocks/notices'), phone: true },
      { name: 'laws', path: at('/desk/laws'), phone: true },
      { name: 'a law', path: at(`/desk/laws/${encodeURIComponent('民法典')}`), phone: true },
      { name: 'a law, changed', path: at(`/desk/laws/${encodeURIComponent('民法典')}/change`) },
      { name: 'a law, reviewed', path: at(`/desk/laws/${encodeURIComponent('民法典')}/review`) },
      { name: 'chats at the desk', path: at('/desk/chat'), phone: true },
      {
        name: 'a chat at the desk',
        path: at('/desk/chat'),
        prepare: async (page) => {
          await page.locator('#queue td a').first().click()
        },
        phone: true,
      },
      { name: 'feedback at the desk', path: at('/desk/feedback'), phone: true },
      {
        name: 'a feedback at the desk',
        path: at('/desk/feedback?state=all'),
        prepare: (page) => page.locator('td a').first().click(),
        phone: true,
      },
      { name: 'questions at the desk', path: at('/desk/faq'), phone: true },
      {
        name: 'a question’s menu',
        path: at('/desk/faq'),
        prepare: (page) => page.locator('td summary').first().click(),
      },
      {
        name: 'a question at the desk',
        path: at('/desk/faq'),
        prepare: async (page) => {
          await page.locator('td a').first().click()
          await page.locator('textarea').first().waitFor()
        },
        phone: true,
      },
      { name: 'a new question at the desk', path: at('/desk/faq/new') },
      { name: 'opening hours at the desk', path: at('/desk/hours'), phone: true },
      { name: 'the calendar of working days', path: at('/desk/calendar?year=2026'), phone: true },
      { name: 'the calendar of working days, none', path: at('/desk/calendar?year=2031') },
      { name: 'announcements at the desk', path: at('/desk/announcements'), phone: true },
      { name: 'announcements at the desk, none', path: at('/desk/announcements?state=withdrawn') },
      { name: 'a new announcement', path: at('/desk/announcements/new'), phone: true },
      { name: 'requests at the desk', path: at('/desk/requests'), phone: true },
      { name: 'stored files', path: at('/desk/files'), phone: true },
      { name: 'stuck jobs', path: at('/desk/jobs'), phone: true },
      { name: 'security events of all', path: at('/desk/security-events'), phone: true },
      { name: 'failed requests', path: at('/desk/errors'), phone: true },
      { name: 'a reference that is none', path: at('/desk/errors?reference=abc'), phone: true },
      { name: 'the staff log', path: at('/desk/log'), phone: true },
      { name: 'desk, none found', path: at('/desk/accounts?keyword=zzzz') },
    ],
  },
  {
    as: 'free',
    stops: [
      { name: 'new document, no use left', path: at('/mgmt/new-doc?template=mutual-nda'), phone: true },
      { name: 'copy, no use left', path: ({ lastDraft }) => `/mgmt/${lastDraft}/copy` },
      { name: 'creation refused', path: at('/mgmt/error?code=USAGE_INSUFFICIENT'), phone: true },
    ],
  },
  {
    as: 'newcomer',
    stops: [
      { name: 'home, empty', path: at('/mgmt/home'), phone: true },
      { name: 'my documents, nothing imported', path: at('/mgmt/my-docs?tab=imported') },
      { name: 'my documents, empty', path: at('/mgmt/my-docs'), phone: true },
      { name: 'my templates, empty', path: at('/mgmt/my-docs?tab=templates'), phone: true },
      { name: 'contacts, none', path: at('/mgmt/contacts'), phone: true },
      { name: 'tailor-made documents, none', path: at('/mgmt/consultations') },
      { name: 'tasks, none', path: at('/mgmt/tasks') },
      { name: 'messages, none', path: at('/mgmt/messages'), phone: true },
      { name: 'account of a newcomer', path: at('/mgmt/acct-info') },
      { name: 'a template of no package', path: at('/mgmt/new-doc?template=sales-contract'), phone: true },
      { name: 'members, none', path: at('/mgmt/acct-info/members') },
      { name: 'usage of a newcomer', path: at('/mgmt/acct-info/usage') },
      { name: 'single documents', path: at('/mgmt/confirm-order?package=single_2'), phone: true },
      {
        name: 'an order without the agreement',
        path: at('/mgmt/confirm-order?package=basic&period=agreement'),
        prepare: async (page) => {
          await page.locator('main form[method=post] .btn-primary').click()
          await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
        },
        phone: true,
      },
      { name: 'a bank transfer', path: ({ unpaid }) => `/mgmt/orders/${unpaid.bank}/payment`, phone: true },
      { name: 'a payment', path: ({ unpaid }) => `/mgmt/orders/${unpaid.sandbox}/payment`, phone: true },
      {
        name: 'a code to scan',
        path: ({ unpaid }) => `/mgmt/orders/${unpaid.scanned}/payment`,
        prepare: (page) => page.locator('figure svg[role=img]').waitFor(),
        phone: true,
        whole: true,
      },
      {
        name: 'a silent gateway',
        path: ({ unpaid }) => `/mgmt/orders/${unpaid.silent}/payment`,
        prepare: (page) => page.locator('main [role=alert]').waitFor(),
        phone: true,
        whole: true,
      },
      { name: 'the sandbox', path: ({ unpaid }) => `/mgmt/orders/${unpaid.sandbox}/sandbox`, phone: true },
      { name: 'not paid yet', path: ({ unpaid }) => `/pay-finish?order=${unpaid.sandbox}` },
      { name: 'an unpaid order', path: ({ unpaid }) => `/mgmt/orders/${unpaid.bank}`, phone: true },
      { name: 'an order to close', path: ({ unpaid }) => `/mgmt/orders/${unpaid.bank}/closure`, phone: true },
      { name: 'a document refused', path: at('/mgmt/error?code=UNPAID_ORDER') },
    ],
  },
]

/** An unsigned page. */
const PLAIN_PDF = Buffer.from(pdfWith())

/** Verifies a file that is made from the file of the page, or verifies without choosing a file. */
function verified(change: ((own: Buffer) => Buffer) | null) {
  return async (page: Page) => {
    const link = page.locator('main a[href$="document.pdf"]')
    const path = (await link.count()) ? await link.first().getAttribute('href') : null
    const own = path ? await (await page.request.get(path)).body() : Buffer.alloc(0)
    await page.goto('/verify')
    const file = { name: 'contract.pdf', mimeType: 'application/pdf' }
    if (change) await page.locator('#file').setInputFiles({ ...file, buffer: change(own) })
    await page.locator('main form .btn-primary').first().click()
    await page
      .locator(change ? 'main a.btn[href="/verify"]' : '[role="alert"]')
      .first()
      .waitFor()
  }
}

async function drawer(page: Page, id: string) {
  await page.locator(`[popovertarget="${id}"]`).first().click()
  await page.locator(`#${id}:popover-open`).waitFor()
}

async function wrong(page: Page) {
  await submit(page)
  await page.locator('[role="alert"]:visible').first().waitFor()
}
