import { expect, test } from 'vitest'
import '#src/app/events.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { completedDocument } from '#tests/cast/world.ts'

const context = setUpCast()

const pageOf = async (id: string, query = '') =>
  (await context.cast.lin.client.get(`/mgmt/${id}/print-doc${query}`)).text()

/** The printed part of the page, without the controls above the document. */
const paperOf = (html: string) => html.slice(html.indexOf('<main'))

test('a draft is printed in both languages with its watermark and number, without menus, and in one by choice', async () => {
  const { id } = await filledDraft(context.db, context.cast.lin.viewer)
  const bilingualPage = await pageOf(id)
  expect(bilingualPage).not.toContain('aria-label="Main menu"')
  expect(bilingualPage.slice(0, bilingualPage.indexOf('<main'))).toContain('no-print')
  const paper = paperOf(bilingualPage)
  expect(paper).toContain('data-mark="草稿  Draft"')
  for (const words of ['仓储自动化', 'warehouse automation', 'QS-']) expect(paper).toContain(words)
  const english = paperOf(await pageOf(id, '?language=en'))
  expect(english).toContain('data-mark="Draft"')
  expect(english).toContain('warehouse automation')
  expect(english).not.toContain('仓储自动化')
  expect(paperOf(await pageOf(id, '?language=zh'))).not.toContain('warehouse automation')
  // The clause on the prevailing language is printed in each language.
  expect(english).toContain('shall prevail')
  expect(paperOf(await pageOf(id, '?language=xx'))).toContain('warehouse automation')
})

test('a finalised document has no draft watermark, and once signed it names the signatories', async () => {
  const { viewer } = context.cast.lin
  expect(paperOf(await pageOf(await finalisedDocument(context.db, viewer)))).not.toContain('草稿')
  const signedPaper = paperOf(await pageOf(await completedDocument(context.db, viewer)))
  expect(signedPaper).toContain('Chen Lian, 20')
  expect(signedPaper).not.toContain('草稿')
})

test('another person’s document is not found', async () => {
  const { id } = await filledDraft(context.db, context.cast.lin.viewer)
  expect((await context.cast.hannah.client.get(`/mgmt/${id}/print-doc`)).status).toBe(404)
})

test('the page shows the document’s template, law, language, author and validity', async () => {
  const { id } = await filledDraft(context.db, context.cast.lin.viewer)
  const html = (await (await context.cast.lin.client.get(`/mgmt/${id}/view-doc`)).text()).replaceAll(
    '<!-- -->',
    '',
  )
  const facts = html.slice(
    html.indexOf('About this document'),
    html.indexOf('</details>', html.indexOf('About this')),
  )
  for (const words of [
    'Mutual Non-Disclosure Agreement, version',
    'Type I · Confidentiality',
    'law of mainland China',
    '简体中文',
    'lin · ',
    'Package lifetime',
  ])
    expect(facts).toContain(words)
})
