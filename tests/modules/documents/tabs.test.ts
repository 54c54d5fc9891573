import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { validityOf } from '#modules/documents/drafts/validity.ts'
import { findDocument } from '#modules/documents/index.ts'
import { listPath, readFilter, TABS } from '#modules/documents/list/filter.ts'
import { listDocuments } from '#modules/documents/list/list.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { importPdf } from '#modules/imports/index.ts'
import { DAY, fromNow, shanghaiDay } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { routeAt } from '#src/http/route-names.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'

let db: Db
let cast: Cast
let draft: string
let importedId: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  draft = (await filledDraft(db, cast.lin.viewer)).id
  importedId = await importPdf(db, cast.lin.viewer, { fileName: 'Lease.pdf', bytes: pdfWith() })
})

const idsIn = async (query: Record<string, string>) => {
  const filter = readFilter(query)
  const { rows, total } = await listDocuments(db, cast.lin.viewer, filter, 'en_US')
  expect(total).toBe(rows.length)
  return rows.map(({ id }) => id)
}
const textOf = async (path: string) => (await cast.lin.client.get(path)).text()

describe('the tabs of My Documents', () => {
  test('are all documents, drafted documents and imported documents, by their last edit', async () => {
    // Another test may have edited the draft before.
    await db
      .updateTable('documents.document')
      .set({ updated_at: fromNow(0) })
      .where('id', '=', importedId)
      .execute()
    expect(await idsIn({})).toEqual([importedId, draft])
    expect(await idsIn({ tab: 'recent' })).toEqual([importedId, draft])
    expect(await idsIn({ tab: 'created' })).toEqual([draft])
    expect(await idsIn({ tab: 'imported' })).toEqual([importedId])
  })

  test('are in the specification’s order, each with a name, and the open tab is marked', async () => {
    for (const [tab, name] of [
      ['', 'MyDocs'],
      ['recent', 'LatelyQuery'],
      ['created', 'MyCreateDocument'],
      ['imported', 'MyImportDocument'],
      ['templates', 'MyTemplate'],
    ] as const) {
      expect(routeAt('/mgmt/my-docs', tab ? { tab } : {})?.name).toBe(name)
      const html = await textOf(tab ? `/mgmt/my-docs?tab=${tab}` : '/mgmt/my-docs')
      const tabs = [...html.matchAll(/<a [^>]*class="tab [^"]*"[^>]*>([^<]+)/g)]
      expect(tabs.map(([, words]) => words)).toEqual([
        'Recent',
        'Created',
        'Imported',
        'My Templates',
        'Batches',
        'Key dates',
      ])
      const openTabs = tabs.filter(([link]) => link.includes('aria-current="page"')).map(([, words]) => words)
      const words = { '': 'Recent', recent: 'Recent', created: 'Created', imported: 'Imported' } as const
      expect(openTabs).toEqual([tab === 'templates' ? 'My Templates' : words[tab]])
    }
  })

  test('have the columns of the specification; an imported PDF has its size beneath the name', async () => {
    for (const tab of ['recent', 'created', 'imported']) {
      const html = await textOf(`/mgmt/my-docs?tab=${tab}`)
      const heads = [...html.matchAll(/<th [^>]*>(.*?)<\/th>/gs)].map(([, head]) =>
        head!.replace(/<[^>]*>/g, ''),
      )
      const columns = ['Number', 'Name', 'Status', 'Edit time', 'Category', 'Validity']
      expect([tab, columns.filter((head) => !heads.includes(head))]).toEqual([tab, []])
    }
    const html = await textOf('/mgmt/my-docs?tab=imported')
    expect(html).toMatch(/1 page · \d[\d.]* [KM]B/)
    expect(html).toContain('Imported PDF')
  })

  test('find a state by the word in its rows, and suggest the words that their rows can contain', async () => {
    expect(await idsIn({ status: 'imported' })).toEqual([importedId])
    expect(await idsIn({ status: 'draft' })).toEqual([draft])
    expect(await idsIn({ status: 'imported', keyword: 'lease' })).toEqual([importedId])
    expect(await idsIn({ status: 'draft', keyword: 'lease' })).toEqual([])
    const offered = async (path: string) =>
      [...(await textOf(path)).matchAll(/<option value="(imported|draft)"[^>]*>([^<]+)/g)].map(
        ([, , words]) => words,
      )
    expect(await offered('/mgmt/my-docs')).toEqual(['Draft', 'Imported'])
    expect(await offered('/mgmt/my-docs?tab=created')).toEqual(['Draft'])
    expect(await offered('/mgmt/my-docs?tab=imported')).toEqual([])
    expect(await textOf('/mgmt/my-docs?status=imported')).toMatch(/<option value="imported" selected/)
  })

  test('keep their filters in the URL, and removing a filter leads to the tab', async () => {
    for (const tab of TABS) {
      const query = { tab, keyword: 'zzzz', since: '2026-01-01', until: '2026-02-01' }
      const path = listPath(readFilter(query))
      const parameters = Object.fromEntries(new URL(path, 'http://x').searchParams)
      expect(readFilter(parameters)).toEqual(readFilter(query))
      const html = await textOf(path)
      const tabPath = tab === 'recent' ? '/mgmt/my-docs' : `/mgmt/my-docs?tab=${tab}`
      expect(html).toMatch(new RegExp(`href="${tabPath.replace('?', '\\?')}">Show all documents`))
    }
  })
})

describe('a search in My Documents', () => {
  const write = async (zh: string, en: string) => {
    const { answers, version, template } = await findDocument(db, cast.lin.viewer, draft)
    const clause = template.articles[0]!.clauses[0]!.id
    const clauses = { ...answers.clauses, [clause]: { custom: { zh, en } } }
    const saved = await saveAnswers(db, cast.lin.viewer, draft, {
      version,
      answers: { ...answers, clauses },
    })
    expect('version' in saved).toBe(true)
  }

  test('finds the text of a custom clause in either language, and no longer after the clause is deleted', async () => {
    await write(
      '乙方应于每季度末交付样机',
      'Party B delivers a PROTOTYPE at each quarter’s end, 100%_ tested',
    )
    for (const keyword of ['样机', '每季度末交付', 'prototype at', '100%_', 'PROTOTYPE'])
      expect([keyword, await idsIn({ keyword })]).toEqual([keyword, [draft]])
    for (const keyword of ['样%机', 'proto_type'])
      expect([keyword, await idsIn({ keyword })]).toEqual([keyword, []])
    expect(await idsIn({ keyword: '样机', tab: 'imported' })).toEqual([])
    await write('保密', 'Secrecy')
    expect(await idsIn({ keyword: '样机' })).toEqual([])
    expect(await idsIn({ keyword: 'secrecy' })).toEqual([draft])
  })
})

describe('the time in which a document can be edited', () => {
  const documentOf = (kind: 'drafted' | 'imported', status: 'draft' | 'finalised', days: number | null) => ({
    kind,
    status,
    valid_until: days === null ? null : fromNow(days * DAY),
  })
  const single = { package: 'single' } as never
  const plan = { package: 'professional' } as const

  test.each([
    ['a draft of a package', documentOf('drafted', 'draft', null), plan, 'package'],
    ['a draft bought singly', documentOf('drafted', 'draft', 3), single, 'until'],
    ['the same when its days are over', documentOf('drafted', 'draft', -1), single, 'lapsed'],
    ['the same on a package', documentOf('drafted', 'draft', -1), plan, 'package'],
    ['a finalised one', documentOf('drafted', 'finalised', -1), single, 'longTerm'],
    ['an imported one', documentOf('imported', 'draft', null), plan, 'longTerm'],
  ] as const)('is shown for %s', (_, document, viewer, validity) => {
    expect(validityOf(document, viewer)).toBe(validity)
  })

  test('is in the row as a day; afterwards there is no link to edit', async () => {
    const row = async () =>
      /<tr(?:(?!<tr).)*edit-doc.*?<\/tr>|<tbody.*<\/tbody>/s.exec(
        await textOf('/mgmt/my-docs?tab=created'),
      )![0]
    expect(await row()).toContain('Package lifetime')
    const setValidity = (valid_until: Date | null) =>
      db.updateTable('documents.document').set({ valid_until }).where('id', '=', draft).execute()
    const onPackage = (name: string) =>
      db
        .updateTable('accounts.team')
        .set({ package: name } as never)
        .where('id', '=', cast.lin.viewer.teamId)
        .execute()
    onTestFinished(async () => {
      await onPackage(cast.lin.viewer.package)
      await setValidity(null)
    })
    await onPackage('single')
    await setValidity(fromNow(3 * DAY))
    expect(await row()).toContain(`Until ${shanghaiDay(fromNow(3 * DAY))}`)
    await setValidity(fromNow(-DAY))
    const lapsed = await row()
    expect(lapsed).toContain(`Ended on ${shanghaiDay(fromNow(-DAY))}`)
    expect(lapsed).not.toMatch(/edit-doc|invite-review/)
  })
})

test('a template shows its governing law in the library', async () => {
  const shownPage = await textOf('/mgmt/new-doc?template=mutual-nda')
  expect(shownPage).toContain('Written under the law of mainland China')
})
