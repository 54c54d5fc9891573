import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBlock, textsOf, usersOf } from '#modules/templates/blocks/block.ts'
import { beginBlockDraft, findBlockDraft, findFindings } from '#modules/templates/blocks/block-draft.ts'
import { withVersion } from '#modules/templates/blocks/check-block.ts'
import { findTemplate, libraryEntries, readBlockUses, refreshLibrary } from '#modules/templates/index.ts'
import { putBlocksInForce } from '#modules/templates/library/blocks-in-force.ts'
import { putShippedInForce } from '#modules/templates/library.ts'
import { noteTemplates } from '#modules/templates/template-newsletter.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
const desk = () => context.cast.ruo.client
const NAME = 'force-majeure'

beforeEach(async () => {
  for (const table of [
    'block_draft',
    'published_block',
    'published_template',
    'template_action',
    'library_entry',
  ] as const)
    await context.db.deleteFrom(`templates.${table}`).execute()
  await noteTemplates(context.db)
  await refreshLibrary(context.db)
})
afterEach(() => {
  putBlocksInForce([])
  putShippedInForce()
})

const text = async (path: string) => (await desk().get(`${path}?locale=en_US`)).text()
const pathOf = (id: string) => `/desk/templates/block-drafts/${id}`
const post = (id: string, step: string, values: Record<string, string>) =>
  desk().post(`${pathOf(id)}/${step}?locale=en_US`, values)
const begin = () => beginBlockDraft(context.db, context.cast.ruo.viewer, NAME)
const draftOf = (id: string) => findBlockDraft(context.db, id)

/** The name of the field for the first clause's text in this language, and that text. */
async function firstClause(id: string, language: 'zh' | 'en') {
  const { texts } = textsOf((await draftOf(id)).yaml)!
  const index = texts.findIndex(({ name, texts }) => !name && 'zh' in texts)
  return { field: `${index}-${language}`, before: texts[index]!.texts[language]! }
}

/** Changes the first clause in both languages, and checks every template that has the block. */
async function changeBlock(zh: string, en: string): Promise<string> {
  const id = await begin()
  const [chinese, english] = [await firstClause(id, 'zh'), await firstClause(id, 'en')]
  const values = { [chinese.field]: chinese.before + zh, [english.field]: `${english.before} ${en}` }
  const response = await post(id, 'texts', { revision: '1', next: 'check', ...values })
  expect(response.status).toBe(303)
  await workWaitingJobs(context.db)
  return id
}

const GOOD_TEXTS = [
  '违反本款的，应当赔偿对方的损失。',
  'A Party in breach of this Section shall compensate the other for its loss.',
]

test('a block is published with the next version of every template that contains it', async () => {
  const users = await usersOf(context.db, NAME)
  expect(users.length).toBeGreaterThan(5)
  const previousState = new Map(libraryEntries().map(({ template }) => [template.code, template.version]))
  const id = await changeBlock(GOOD_TEXTS[0]!, GOOD_TEXTS[1]!)
  expect((await draftOf(id)).state).toBe('checked')
  expect((await findFindings(context.db, id)).map(({ code }) => code)).toEqual(
    users.map(({ entry }) => entry.template.code).toSorted(),
  )
  const page = await text(pathOf(id))
  expect(page).toContain('compensate the other for its loss')
  expect(page).toContain(`${users.length} templates checked`)
  await expectOutdatedBy(id)
  const unexplained = await post(id, 'publication', { revision: '2', confirmed: 'yes', reason: ' ' })
  expect(unexplained.status).toBe(422)
  const values = { revision: '2', confirmed: 'yes', reason: 'Damages are named' }
  const sentResponses = await Promise.all([1, 2].map(() => post(id, 'publication', values)))
  expect(sentResponses.map(({ status }) => status).toSorted()).not.toEqual([409, 409])
  expect(
    await context.db.selectFrom('templates.published_block').select(['name', 'version']).execute(),
  ).toEqual([{ name: NAME, version: 1 }])
  for (const { template } of libraryEntries()) {
    const has = users.some(({ entry }) => entry.template.code === template.code)
    expect([template.code, template.version]).toEqual([
      template.code,
      previousState.get(template.code)! + Number(has),
    ])
    expect([template.code, JSON.stringify(template).includes('违反本款的，应当赔偿对方的损失')]).toEqual([
      template.code,
      has,
    ])
  }
  expect((await findBlock(NAME)).version).toBe(1)
  expect((await readBlockUses()).map(({ name }) => name)).toContain(NAME)
  expect(await text(`/desk/templates/blocks/${NAME}`)).toContain('Damages are named')
  expect(await text('/desk/templates/blocks')).toContain('Version 1')
  const code = users[0]!.entry.template.code
  expect(await text(`/desk/templates/${code}`)).toContain(`${NAME} 1: Damages are named`)
  expect(findTemplate(code).version).toBe(previousState.get(code)! + 1)
})

test('a fault in one language is found in each template, and prevents publishing', async () => {
  const id = await changeBlock('违约金为人民币100元。', 'The liquidated damages are CNY 200.')
  const findings = await findFindings(context.db, id)
  expect(findings.every(({ problems }) => problems.length > 0)).toBe(true)
  const refusal = await post(id, 'publication', { revision: '2', reason: 'x' })
  expect(refusal.status).toBe(422)
  expect(await context.db.selectFrom('templates.published_block').select('name').execute()).toEqual([])
})

test('a colleague’s change, an unchecked and an unchanged text are refused', async () => {
  const id = await begin()
  expect(await begin()).toBe(id)
  const { field } = await firstClause(id, 'zh')
  const unchanged = await post(id, 'texts', { revision: '1', next: 'check' })
  expect(await unchanged.text()).toContain('The text has not changed.')
  const edited = await post(id, 'texts', { revision: '1', next: 'save', [field]: '甲方事件' })
  expect(edited.status).toBe(303)
  const lateResponse = await post(id, 'texts', { revision: '1', [field]: '乙方事件' })
  expect(lateResponse.status).toBe(409)
  expect(await lateResponse.text()).toContain('乙方事件')
  const unchecked = await post(id, 'publication', { revision: '2', confirmed: 'yes', reason: 'x' })
  expect(unchecked.status).toBe(409)
  await post(id, 'removal', {})
  expect((await desk().get(pathOf(id))).status).toBe(404)
})

/** A version of one of the templates that is published after the check makes the check outdated. */
async function expectOutdatedBy(id: string) {
  const [finding] = await findFindings(context.db, id)
  const { code, version } = finding!
  const { entry, yaml } = (await usersOf(context.db, NAME)).find((one) => one.entry.template.code === code)!
  await context.db
    .insertInto('templates.published_template')
    .values({
      code,
      version,
      yaml: withVersion(yaml, version),
      draft_id: id,
      published_by: context.cast.ruo.viewer.id,
      published_at: new Date(),
      template: JSON.stringify({ ...entry.template, version }),
      notes: '{}',
      spoken: null,
    })
    .execute()
  const refusal = await post(id, 'publication', { revision: '2', confirmed: 'yes', reason: 'x' })
  expect(refusal.status).toBe(409)
  expect(await context.db.selectFrom('templates.published_block').select('name').execute()).toEqual([])
  await context.db.deleteFrom('templates.published_template').where('code', '=', code).execute()
  expect((await draftOf(id)).state).toBe('checked')
}
