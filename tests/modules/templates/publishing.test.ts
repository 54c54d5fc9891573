import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { copyDocument } from '#modules/documents/drafts/copy.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { draftFromSaved, saveAsTemplate } from '#modules/documents/saved/saved-template.ts'
import { libraryPair } from '#modules/documents/translation/library-pairs.ts'
import { findTemplate, refreshLibrary } from '#modules/templates/index.ts'
import { shippedSource } from '#modules/templates/library/shipped.ts'
import { libraryEntries, libraryTemplates, putShippedInForce } from '#modules/templates/library.ts'
import { inspectApart } from '#modules/templates/publishing/inspection.ts'
import { noteTemplates, sendTemplateNewsletters } from '#modules/templates/template-newsletter.ts'
import { startListening } from '#src/live/listener.ts'
import type { LiveEvent } from '#src/live/notify.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { CONSULTING } from '#tests/support/consulting.ts'
import { urlOf } from '#tests/support/database.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

const context = setUpCast()
const HOME = '/desk/templates'
const CODE = 'power-of-attorney'
/** The current version of the library's template; 0 before anything is published. */
let currentVersion = 0
const desk = () => context.cast.ruo.client
const lin = () => context.cast.lin

beforeAll(async () => {
  currentVersion = findTemplate(CODE).version
  await onPlan(context.db, lin().viewer.teamId)
  context.cast.lin.viewer = (await findViewer(context.db, lin().viewer.id))!
})
beforeEach(async () => {
  for (const table of ['published_template', 'template_draft', 'template_action', 'library_entry'] as const)
    await context.db.deleteFrom(`templates.${table}`).execute()
  await noteTemplates(context.db)
  await refreshLibrary(context.db)
})
afterEach(() => putShippedInForce())

/** Submits a source for checking; returns the path of the result. */
async function check(yaml: string): Promise<string> {
  const response = await postFiles(desk(), HOME, { yaml }, [])
  expect(response.status).toBe(303)
  return response.headers.get('location')!
}
const publish = (draft: string, fields = {}) => desk().post(`${draft}/publication`, fields)
const text = async (path: string) =>
  (await desk().get(`${path}${path.includes('?') ? '&' : '?'}locale=en_US`)).text()
const actions = () =>
  context.db
    .selectFrom('templates.template_action')
    .select(['code', 'action', 'version'])
    .orderBy('id')
    .execute()
const secondVersion = async () =>
  (await shippedSource(CODE))!
    .replace(`version: ${currentVersion}\n`, `version: ${currentVersion + 1}\n`)
    .replace('minutes: 6', 'minutes: 9')

describe('a template', () => {
  test('is checked, previewed, compared, published once even if requested often, and announced to all processes', async () => {
    const receivedEvents: LiveEvent[] = []
    // The listener also reports a gap when it connects, and events are received from then on.
    await new Promise<void>((resolve) =>
      urlOf(context.db).then((url) =>
        atTheEnd(startListening(url, { onEvent: (event) => receivedEvents.push(event), onGap: resolve })),
      ),
    )
    const previousState = findTemplate(CODE)
    const draft = await check(await secondVersion())
    expect(findTemplate(CODE)).toBe(previousState)
    const page = await text(draft)
    for (const words of ['No errors found', `replaces version ${currentVersion}`, `${draft}/publication`])
      expect(page).toContain(words)
    expect(await text(`${draft}/preview`)).toMatch(/授权委托书[\s\S]*Power of Attorney/)
    expect(await text(`${draft}/preview?language=hant-en`)).toContain('授權委託書')
    expect(await text(`${draft}/difference`)).toMatch(/1 part differs[\s\S]*<ins[^>]*>9<\/ins>/)
    expect(await text(HOME)).toContain(draft)

    const responses = await Promise.all([publish(draft), publish(draft)])
    for (const one of responses)
      expect([one.status, one.headers.get('location')]).toEqual([303, `${HOME}/${CODE}?done=published`])
    expect(await actions()).toEqual([{ code: CODE, action: 'publish', version: currentVersion + 1 }])
    expect(findTemplate(CODE)).toMatchObject({
      version: currentVersion + 1,
      minutes: 9,
      title: { hant: '授權委託書' },
    })
    const change = context.db.updateTable('templates.published_template').set({ yaml: '' }).execute()
    await expect(change).rejects.toThrow('written once')
    await expect.poll(() => receivedEvents.filter(({ kind }) => kind === 'library').length).toBe(1)
    putShippedInForce()
    expect(findTemplate(CODE).version).toBe(currentVersion)
    await refreshLibrary(context.db)
    expect(findTemplate(CODE).version).toBe(currentVersion + 1)

    expect(await text(`${HOME}/${CODE}?done=published`)).toMatch(
      new RegExp(`Version ${currentVersion + 1} published[\\s\\S]*Version ${currentVersion}, supplied`),
    )
    expect(await (await desk().get(`${HOME}/${CODE}/source`)).text()).toBe(await secondVersion())
    expect(await (await desk().get(`${HOME}/${CODE}/source?version=${currentVersion}`)).text()).toBe(
      await shippedSource(CODE),
    )
    expect((await desk().get(`${HOME}/${CODE}/source?version=${currentVersion + 2}`)).status).toBe(404)
    expect(await text(draft)).toContain('Published')
  })

  test('with errors, or whose version is not above the current one, is not published', async () => {
    const sameDraft = await check((await shippedSource(CODE))!)
    expect(await text(sameDraft)).toContain(`The library already has version ${currentVersion}`)
    expect((await publish(sameDraft)).status).toBe(409)
    const faultyDraft = await check(
      (await secondVersion()).replace('category: corporate', 'category: astrology'),
    )
    expect(await text(faultyDraft)).toMatch(/Line 6, column 11[\s\S]*astrology/)
    expect(await text(faultyDraft)).not.toContain('/publication')
    expect((await publish(faultyDraft)).status).toBe(422)
    const unparsableDraft = await check('code: [')
    expect(await text(unparsableDraft)).toContain('Unreadable source')
    expect((await publish(unparsableDraft)).status).toBe(422)
    expect((await desk().get(`${unparsableDraft}/preview`)).headers.get('location')).toBe(unparsableDraft)
    expect([await actions(), findTemplate(CODE).version]).toEqual([[], currentVersion])
  })

  test('that is new is offered immediately and mailed on Monday; staff must confirm citations that could not be checked', async () => {
    await context.cast.lin.client.post('/mgmt/acct-info/notices/templates')
    const draft = await check(CONSULTING.replace('写明服务范围可避免费用争议。', '《占星法》第一条。'))
    expect((await publish(draft)).status).toBe(422)
    expect(await (await publish(draft)).text()).toContain('Confirm the items the check could not verify')
    await publish(draft, { confirmed: 'yes' })
    expect(await text(`${HOME}/consulting-short`)).toMatch(/Compared with the law in force:[^《]*《占星法》/)
    expect(await (await lin().client.get('/mgmt/doc-lib')).text()).toContain('template=consulting-short')
    expect(libraryPair('服务内容', 'zh')).toBeDefined()
    expect(libraryEntries().find(({ template }) => template.code === 'consulting-short')).toMatchObject({
      source: 'published',
      since: expect.any(Date),
      versionSince: expect.any(Date),
    })
    await sendTemplateNewsletters.now(context.db, {} as never)
    const [newsletter] = await mailsTo(context.db, 'lin@example.com')
    expect(newsletter!.text).toContain('template=consulting-short')
  })

  test('can be submitted as text or as a file, in UTF-8, up to 300 KB; a refused form keeps the typed text', async () => {
    for (const [fields, bytes, field, problem] of [
      [{ yaml: ' ' }, null, 'yaml', 'Write the source'],
      [{ yaml: 'x'.repeat(301 * 1024) }, null, 'yaml', '300 KB'],
      [{ yaml: 'code: \u202e' }, null, 'yaml', 'U+202E'],
      [{ yaml: 'typed: 1' }, Buffer.alloc(301 * 1024, 'x'), 'file', '300 KB'],
      [{ yaml: 'typed: 1' }, Buffer.from([0x63, 0xff, 0xfe]), 'file', 'UTF-8'],
    ] as const) {
      const files = bytes ? [{ field: 'file', name: 'a.yaml', bytes: new Uint8Array(bytes) }] : []
      const refusedResponse = await postFiles(desk(), HOME, fields, files)
      const page = await refusedResponse.text()
      expect([refusedResponse.status, fieldProblem(page, field)]).toEqual([
        422,
        expect.stringContaining(problem),
      ])
      if (bytes) expect(page).toContain('typed: 1')
    }
    const file = { field: 'file', name: 'a.yaml', bytes: new TextEncoder().encode('code: [\n') }
    const response = await postFiles(desk(), HOME, { yaml: 'typed: 1' }, [file])
    expect(await text(`${response.headers.get('location')}/source`)).toContain('code: [')
  })
})

test('a check that takes too long is aborted, and further checks are refused while too many wait', async () => {
  const shortLimits = { seconds: 0.02, heapMb: 100, dataMb: 1000 }
  expect((await inspectApart(CONSULTING, { cap: shortLimits })).problems).toMatchObject([{ kind: 'stopped' }])
  const responses = await Promise.all(
    Array.from({ length: 14 }, () => postFiles(desk(), HOME, { yaml: 'code: [' }, [])),
  )
  const busyResponses = responses.filter(({ status }) => status === 429)
  expect([busyResponses.length, responses.length - busyResponses.length]).toEqual([3, 11])
  const page = await busyResponses[0]!.text()
  expect([fieldProblem(page, 'yaml'), page]).toEqual([
    expect.stringContaining('Other checks are in progress'),
    expect.stringContaining('code: ['),
  ])
})

const FORM = { language: 'en', bilingual: 'no', keyword: 'power', category: 'corporate' }
const choose = (template: string, version: number) =>
  lin().client.post('/mgmt/new-doc', { ...FORM, template, version: String(version) })
const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const

describe('a person who drafts', () => {
  test('keeps existing drafts; an outdated form is shown again for the newest version with the same choices', async () => {
    const id = await createDocument(context.db, lin().viewer, findTemplate(CODE), {
      version: currentVersion,
      languages,
    })
    await publish(await check(await secondVersion()))
    expect((await findDocument(context.db, lin().viewer, id)).template.minutes).toBe(6)
    const outdatedResponse = await choose(CODE, currentVersion)
    const page = await outdatedResponse.text()
    expect([outdatedResponse.status, page]).toEqual([
      409,
      expect.stringContaining('The template has been updated'),
    ])
    expect(page).toContain(`name="version" value="${currentVersion + 1}"`)
    expect(page).toMatch(/name="language"[^>]*checked[^>]*value="en"|value="en"[^>]*checked/)
    expect(page).toMatch(/name="keyword" value="power"/)
    expect((await choose(CODE, currentVersion + 1)).status).toBe(303)
  })

  test('does not find a retired template, is informed by old links and pages, and can continue existing drafts', async () => {
    const { db } = context
    const { viewer, client } = lin()
    const id = await createDocument(db, viewer, findTemplate(CODE), { version: currentVersion, languages })
    const savedId = await saveAsTemplate(db, viewer, id, { name: 'Ours', blanks: true, parties: true })
    expect(await text(`${HOME}/${CODE}/retirement`)).toContain('New documents can no longer be made')
    for (let n = 0; n < 2; n++) await desk().post(`${HOME}/${CODE}/retirement`)
    expect(libraryTemplates().map(({ code }) => code)).not.toContain(CODE)
    expect(await (await client.get('/mgmt/doc-lib')).text()).not.toContain(`template=${CODE}`)
    const linkResponse = await client.get(`/mgmt/new-doc?template=${CODE}&locale=en_US`)
    const page = await linkResponse.text()
    expect([linkResponse.status, page]).toEqual([
      410,
      expect.stringContaining('The template has been deactivated'),
    ])
    expect(page).toContain('template=mutual-nda')
    expect((await choose(CODE, currentVersion)).status).toBe(410)
    expect((await choose('never-was', 1)).status).toBe(404)
    expect(await draftFromSaved(db, viewer, savedId)).toBeDefined()
    expect(await copyDocument(db, viewer, id, 'copy')).toBeDefined()
    expect(await text(`${HOME}/${CODE}`)).toContain('Deactivated since')
    const showsSuccess = async (done: string) =>
      (await text(`${HOME}/${CODE}?done=${done}`)).includes('alert-success')
    expect([
      await showsSuccess('retired'),
      await showsSuccess('published'),
      await showsSuccess('restored'),
    ]).toEqual([true, false, false])
    for (let n = 0; n < 2; n++) await desk().post(`${HOME}/${CODE}/restoration`)
    expect([await showsSuccess('retired'), await showsSuccess('restored')]).toEqual([false, true])
    expect((await choose(CODE, currentVersion)).status).toBe(303)
    expect((await actions()).map(({ action }) => action)).toEqual(['retire', 'restore'])
  })
})

test('the list shows every template with its state and usage, for staff only', async () => {
  await desk().post(`${HOME}/${CODE}/retirement`)
  const page = await text(HOME)
  for (const { template } of libraryEntries()) expect(page).toContain(`${HOME}/${template.code}"`)
  expect(page).toMatch(/power-of-attorney[\s\S]*Deactivated/)
  for (const path of [HOME, `${HOME}/new`, `${HOME}/${CODE}`, `${HOME}/${CODE}/source`])
    expect([path, (await lin().client.get(path)).status]).toEqual([path, 404])
  expect((await desk().get(`${HOME}/never-was`)).status).toBe(404)
})
