import { beforeAll, describe, expect, test } from 'vitest'
import { DAY, fromNow, now, shanghaiDay } from '#src/core/clock.ts'
import { translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { reviewedDocument } from '#tests/cast/review.ts'
import { filledDraft, finalisedDocument, signingDocument } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'

let db: Db
let cast: Cast
let list: string
const ids: Record<string, string> = {}

const WRONG_STATUS = 'DOCUMENT_STATUS_WRONG'
const FOREIGN = 'NOT_FOUND'

/** The responses to actions on a draft that do not depend on its state. */
const ALWAYS = {
  'view-doc': 'page',
  'print-doc': 'page',
  risks: 'page',
  versions: 'page',
  'action-log': 'page',
  filing: 'page',
  'one-language': 'page',
  'save-as-template': 'page',
  copy: 'page',
}
const DRAFT_FILES = { 'draft.pdf': 'file', 'draft.docx': 'file' }
const FINAL_FILES = { 'final.pdf': 'file', 'final.docx': 'file' }
const NO_FINAL_FILES = {
  'final.pdf': WRONG_STATUS,
  'final.docx': WRONG_STATUS,
  'signed.pdf': WRONG_STATUS,
  'certificate.pdf': WRONG_STATUS,
  'evidence.zip': WRONG_STATUS,
}
const NO_FILES = {
  'draft.pdf': FOREIGN,
  'draft.docx': FOREIGN,
  'final.pdf': WRONG_STATUS,
  'final.docx': WRONG_STATUS,
  'sign-setting': 'page',
}

/**
 * The response to each row action in each state: a page, a file, `→ page` if the state has another page for
 * the action, or the code of the refusal.
 */
const TABLE: Record<string, Record<string, string>> = {
  draft: {
    ...ALWAYS,
    ...DRAFT_FILES,
    ...NO_FINAL_FILES,
    'edit-doc': 'page',
    'invite-review': 'page',
    finalisation: '→ edit-doc',
    'sign-setting': '→ view-doc',
    revision: WRONG_STATUS,
    deletion: 'page',
  },
  lapsed: {
    ...ALWAYS,
    ...DRAFT_FILES,
    ...NO_FINAL_FILES,
    'edit-doc': '→ view-doc',
    finalisation: '→ edit-doc',
    'sign-setting': '→ view-doc',
    revision: WRONG_STATUS,
    deletion: 'page',
  },
  in_review: {
    ...ALWAYS,
    ...DRAFT_FILES,
    ...NO_FINAL_FILES,
    'edit-doc': '→ review-doc',
    'review-doc': 'page',
    finalisation: '→ view-doc',
    'sign-setting': '→ view-doc',
    revision: WRONG_STATUS,
    deletion: WRONG_STATUS,
  },
  returned: {
    ...ALWAYS,
    ...DRAFT_FILES,
    ...NO_FINAL_FILES,
    'edit-doc': '→ refund-doc',
    'refund-doc': 'page',
    finalisation: '→ view-doc',
    'sign-setting': '→ view-doc',
    revision: WRONG_STATUS,
    deletion: WRONG_STATUS,
  },
  approved: {
    ...ALWAYS,
    ...DRAFT_FILES,
    ...NO_FINAL_FILES,
    'edit-doc': '→ view-doc',
    finalisation: 'page',
    'sign-setting': '→ view-doc',
    revision: WRONG_STATUS,
    deletion: WRONG_STATUS,
  },
  finalised: {
    ...ALWAYS,
    ...FINAL_FILES,
    'key-dates': 'page',
    'signed.pdf': WRONG_STATUS,
    'certificate.pdf': WRONG_STATUS,
    'evidence.zip': WRONG_STATUS,
    'edit-doc': '→ view-doc',
    finalisation: '→ view-doc',
    'sign-setting': 'page',
    revision: 'page',
    deletion: WRONG_STATUS,
  },
  signing: {
    ...ALWAYS,
    ...FINAL_FILES,
    'key-dates': 'page',
    'signed.pdf': WRONG_STATUS,
    'certificate.pdf': WRONG_STATUS,
    'evidence.zip': WRONG_STATUS,
    'edit-doc': '→ view-doc',
    finalisation: '→ view-doc',
    'sign-setting': '→ view-doc',
    revision: WRONG_STATUS,
    deletion: WRONG_STATUS,
  },
  completed: {
    ...ALWAYS,
    ...FINAL_FILES,
    'key-dates': 'page',
    'signed.pdf': 'FILE_GENERATING',
    'certificate.pdf': 'FILE_GENERATING',
    'evidence.zip': 'FILE_GENERATING',
    'edit-doc': '→ view-doc',
    finalisation: '→ view-doc',
    'sign-setting': '→ view-doc',
    revision: 'page',
    deletion: WRONG_STATUS,
  },
  declined: {
    'my-docs-import-view': 'page',
    'key-dates': 'page',
    checklist: 'page',
    'my-docs-import-edit': 'page',
    'imported.pdf': 'file',
    filing: 'page',
    'view-doc': '→ my-docs-import-view',
    'action-log': 'page',
    deletion: 'page',
    'sign-setting': 'page',
    'draft.pdf': FOREIGN,
    'signed.pdf': WRONG_STATUS,
    'certificate.pdf': WRONG_STATUS,
    'evidence.zip': WRONG_STATUS,
    revision: FOREIGN,
  },
  imported: {
    'my-docs-import-view': 'page',
    'key-dates': 'page',
    checklist: 'page',
    'my-docs-import-edit': 'page',
    'imported.pdf': 'file',
    'view-doc': '→ my-docs-import-view',
    filing: 'page',
    'action-log': 'page',
    deletion: 'page',
    'print-doc': '→ my-docs-import-view',
    risks: '→ my-docs-import-view',
    versions: FOREIGN,
    'one-language': FOREIGN,
    ...NO_FILES,
    copy: FOREIGN,
    'save-as-template': FOREIGN,
    'invite-review': FOREIGN,
  },
}

/**
 * Possible actions without an entry in the list, because the document's page explains them first, or a file
 * takes time.
 */
const UNOFFERED: Record<string, string[]> = {
  imported: ['view-doc'],
  declined: ['view-doc', 'my-docs-import-edit'],
}

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const { viewer } = cast.lin
  const setRow = (id: string, to: object) =>
    db.updateTable('documents.document').set(to).where('id', '=', id).execute()
  for (const status of ['draft', 'in_review', 'returned', 'approved', 'lapsed'] as const) {
    const reviewed = status === 'in_review' || status === 'returned'
    ids[status] = reviewed
      ? (await reviewedDocument(db, cast)).documentId
      : (await filledDraft(db, viewer)).id
    await setRow(ids[status], status === 'lapsed' ? { valid_until: fromNow(-DAY) } : { status })
  }
  ids.finalised = await finalisedDocument(db, viewer)
  ids.signing = (await signingDocument(db, viewer)).documentId
  ids.completed = await finalisedDocument(db, viewer)
  await setRow(ids.completed, { status: 'completed' })
  ids.imported = await importedPdf(db, viewer)
  ids.declined = await importedPdf(db, viewer, { fileName: 'Declined', bytes: pdfWith() })
  await setRow(ids.declined, { status: 'finalised', finalised_at: now() })
  // With a package, single purchases do not expire.
  const team = db.updateTable('accounts.team').where('id', '=', viewer.teamId)
  await team.set({ package: 'single' } as never).execute()
  list = await (await cast.lin.client.get('/mgmt/my-docs')).text()
})

const JSON_TOO = { accept: 'application/json' }

async function answerOf(id: string, path: string): Promise<string> {
  const answer = await cast.lin.client.get(`/mgmt/${id}/${path}`)
  const location = answer.headers.get('location')
  if (location) return `→ ${location.split('/').pop()}`
  if (answer.ok) return answer.headers.get('content-disposition') ? 'file' : 'page'
  const secondResponse = await cast.lin.client.get(`/mgmt/${id}/${path}`, JSON_TOO)
  return ((await secondResponse.json()) as { errorCode: string }).errorCode
}

/**
 * Printing a draft is slow and the same in every state before finalising, so only the row of the draft tests
 * it.
 */
const isPrintedElsewhere = (state: string, path: string) =>
  state !== 'draft' && path in DRAFT_FILES && state !== 'imported'

const offeredIn = (id: string) =>
  new Set([...list.matchAll(new RegExp(`href="/mgmt/${id}/([a-z.-]+)`, 'g'))].map(([, path]) => path!))

describe.each(Object.keys(TABLE))('in the list a document in the state %s', (state) => {
  test('responds to every action as the table says', async () => {
    const answers: Record<string, string> = {}
    for (const [path, answer] of Object.entries(TABLE[state]!))
      answers[path] = isPrintedElsewhere(state, path) ? answer : await answerOf(ids[state]!, path)
    expect(answers).toEqual(TABLE[state])
  })

  test('offers only possible actions', () => {
    const offered = offeredIn(ids[state]!)
    const possible = Object.entries(TABLE[state]!)
      .filter(([, answer]) => ['page', 'file', 'FILE_GENERATING'].includes(answer))
      .map(([path]) => path)
      .filter((path) => !UNOFFERED[state]?.includes(path))
    expect([...offered].sort()).toEqual(possible.sort())
  })
})

test.each([
  ['draft', true],
  ['lapsed', false],
])('the page of a document in the state %s offers a review: %s', async (state, offered) => {
  const page = await (await cast.lin.client.get(`/mgmt/${ids[state]}/view-doc`)).text()
  expect(page.includes(`/mgmt/${ids[state]}/invite-review`)).toBe(offered)
})

test('an action that the state does not allow is refused in the specification’s words, as a form too, and changes nothing', async () => {
  const refusalOf = async (state: string, path: string, fields: Record<string, string> = {}) => {
    const answer = await cast.lin.client.post(`/mgmt/${ids[state]}/${path}`, fields, JSON_TOO)
    const { errorCode, errorMsg } = (await answer.json()) as { errorCode: string; errorMsg: string }
    return [answer.status, errorCode, errorMsg]
  }
  const t = translate('en_US')
  const wrongValues = [409, WRONG_STATUS, t(`common.error.${WRONG_STATUS}`)]
  for (const state of ['in_review', 'returned', 'approved', 'finalised', 'signing', 'completed'])
    expect([state, await refusalOf(state, 'deletion')]).toEqual([state, wrongValues])
  for (const state of ['draft', 'in_review', 'returned', 'approved', 'signing', 'lapsed'])
    expect([state, await refusalOf(state, 'revision')]).toEqual([state, wrongValues])
  const lapsed = t('common.error.DOCUMENT_LAPSED', { day: shanghaiDay(fromNow(-DAY)) })
  const lateRefusal = await refusalOf('lapsed', 'finalisation', { version: '2' })
  expect(lateRefusal.slice(1)).toEqual(['DOCUMENT_LAPSED', lapsed])
})
