import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { refreshLibrary } from '#modules/templates/index.ts'
import { findDraft } from '#modules/templates/publishing/draft.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { CONSULTING } from '#tests/support/consulting.ts'
import { fieldProblem, formValues } from '#tests/support/form.ts'
import { postFiles } from '#tests/support/upload.ts'

const context = setUpCast()
const HOME = '/desk/templates'
const desk = () => context.cast.ruo.client
const ABOUT = {
  code: 'short-nda',
  zh: '简式保密协议',
  en: 'Short Non-Disclosure Agreement',
  category: 'confidentiality',
  roleAzh: '披露方',
  roleAen: 'Discloser',
  roleBzh: '接收方',
  roleBen: 'Recipient',
}

beforeAll(() => refreshLibrary(context.db))
beforeEach(async () => {
  for (const table of ['published_template', 'template_draft', 'template_action'] as const)
    await context.db.deleteFrom(`templates.${table}`).execute()
  await refreshLibrary(context.db)
})

const text = async (path: string) =>
  (await desk().get(`${path}${path.includes('?') ? '&' : '?'}locale=en_US`)).text()
const idOf = (path: string) => /drafts\/([^/]+)/.exec(path)![1]!
const draftAt = (path: string) => findDraft(context.db, idOf(path))

/** Begins a template from a blank one; returns the address of its form. */
async function begin(about: Record<string, string> = ABOUT, way = 'blank'): Promise<string> {
  const response = await desk().post(`${HOME}/new/${way}`, about)
  expect([response.status, response.headers.get('location')]).toEqual([303, expect.stringMatching(/\/form$/)])
  return response.headers.get('location')!
}

const shownValues = async (address: string) => formValues(await text(address))

/** Opens a page of the form, changes values, and saves. */
async function save(form: string, page: string, changes: Record<string, string>) {
  const values = await shownValues(`${form}/${page}`)
  return desk().post(`${form}/${page.split('?')[0]}`, { ...values, ...changes })
}

test('a key date is made by a form, which preserves what it cannot show', async () => {
  const form = await begin()
  await save(form, 'field?at=fields.1&new=yes', {
    'label.zh_CN': '保密期限',
    'label.en_US': 'Term of secrecy',
    type: 'period',
    group: 'dates',
    'units.year': 'yes',
  })
  await save(form, 'date?at=dates.0&new=yes', {
    'label.zh_CN': '保密期届满',
    'label.en_US': 'End of secrecy',
    kind: 'restriction',
    'on.0': 'signed',
    'on.way': 'after',
    'by.field': 'term-of-secrecy',
    remind: '30',
  })
  const yaml = (await draftAt(form)).yaml
  expect(yaml).toContain('- id: end-of-secrecy')
  expect(yaml).toContain('on: { after: signed, by: term-of-secrecy }')
  expect(await text(form)).toContain('End of secrecy')
  await save(form, 'date?at=dates.0', {
    'by.field': '',
    'by.number': '10',
    'by.unit': 'working-day',
    remind: '900',
  })
  expect((await draftAt(form)).yaml).toContain('by: { count: 10, unit: working-day }')
  expect(await text(`${form}/date?at=dates.0`)).toContain('must be a number of days from 0 to 365')
  const draft = await draftAt(form)
  const yamlBefore = draft.yaml
    .replace(/on: \{ after: signed.*\}\n/, 'on: [signed, a, b]\n')
    .replace('remind: 900', 'remind: 9')
  await context.db
    .updateTable('templates.template_draft')
    .set({ yaml: yamlBefore })
    .where('id', '=', draft.id)
    .execute()
  expect(await text(`${form}/date?at=dates.0`)).toContain('a way that this form cannot show')
  await save(form, 'date?at=dates.0', { remind: '' })
  const yamlAfter = (await draftAt(form)).yaml
  expect(yamlAfter).toContain('on: [ signed, a, b ]')
  expect(yamlAfter).not.toContain('remind')
})

describe('a template made by forms', () => {
  test('begins from a blank template that passes the check, and gets fields, clauses, alternatives and conditions', async () => {
    const form = await begin()
    expect((await draftAt(form)).problems).toEqual([])
    expect(await text(form)).toContain('The check found no problems')

    await save(form, 'field?at=fields.1&new=yes', {
      'label.zh_CN': '保密期限',
      'label.en_US': 'Term of secrecy',
      type: 'period',
      group: 'dates',
      required: 'yes',
      'units.year': 'yes',
      default: '3 year',
    })
    await save(form, 'field?at=fields.2&new=yes', {
      'label.zh_CN': '是否允许披露给顾问',
      'label.en_US': 'May advisers be informed',
      type: 'boolean',
      group: 'choices',
      default: 'false',
    })
    await save(form, 'article?at=articles.1&new=yes', {
      'title.zh': '保密义务',
      'title.en': 'Confidentiality',
    })
    const firstResponse = await save(form, 'clause?at=articles.1.clauses.0', {
      zh: '乙方应当在{term-of-secrecy}内保守秘密.',
      en: "Party B shall keep Party A's secrets for {term-of-secrecy}.",
    })
    expect(firstResponse.status).toBe(303)
    const faulty = await text(`${form}/clause?at=articles.1.clauses.0`)
    expect(faulty).toMatch(/this side lacks/)
    await save(form, 'clause?at=articles.1.clauses.0', {
      zh: '乙方应当在{term-of-secrecy}内保守甲方的秘密。',
      favours: 'a',
      'alternatives.0.favours': 'neutral',
      'alternatives.0.fallback': '1',
      'alternatives.0.label.zh_CN': '双方',
      'alternatives.0.label.en_US': 'Both parties',
      'alternatives.0.zh': '各方应当在{term-of-secrecy}内保守甲方、乙方的秘密。',
      'alternatives.0.en': 'Each Party shall keep the secrets of Party A and Party B for {term-of-secrecy}.',
    })
    await save(form, 'clause?at=articles.1.clauses.1&new=yes', {
      zh: '乙方可以向负有保密义务的顾问披露。',
      en: 'Party B may disclose them to advisers bound by secrecy.',
      droppable: 'yes',
      'when.0.leaf': 'is|may-advisers-be-informed|true',
      'guidance.zh_CN': '对接收方有利。',
      'guidance.en_US': 'Favours the recipient.',
    })
    expect(await shownValues(`${form}/clause?at=articles.1.clauses.0`)).toMatchObject({
      favours: 'a',
      fallback: '',
      'alternatives.0.favours': 'neutral',
      'alternatives.0.fallback': '1',
    })
    const { template, problems } = await draftAt(form)
    expect(problems).toMatchObject([{ check: 'actor', clause: expect.stringContaining('/both-parties') }])
    expect(template!.fields[1]).toMatchObject({
      id: 'term-of-secrecy',
      type: 'period',
      units: ['year'],
      default: { count: 3, unit: 'year' },
    })
    const [firstClause, two] = template!.articles[1]!.clauses
    expect(firstClause).toMatchObject({
      text: {
        zh: '{party:b}应当在{term-of-secrecy}内保守{party:a}的秘密。',
        en: '{party:b} shall keep {party:a}’s secrets for {term-of-secrecy}.',
      },
      favours: 'a',
      alternatives: [{ id: 'both-parties', favours: 'neutral', fallback: 1 }],
    })
    expect(two).toMatchObject({
      id: 'party-b-may-disclose',
      when: { field: 'may-advisers-be-informed', is: true },
      guidance: { en_US: 'Favours the recipient.' },
    })
    const publication = `${HOME}/drafts/${idOf(form)}/publication`
    expect((await desk().post(publication, { confirmed: 'yes' })).status).toBe(422)
    const published = await desk().post(publication, { confirmed: 'yes', reason: 'both have the duty' })
    expect(published.headers.get('location')).toBe(`${HOME}/short-nda?done=published`)
    expect(await text(`${HOME}/short-nda`)).toMatch(/actor: [a-z-]*\/both-parties[\s\S]*both have the duty/)
    expect((await desk().get(form)).headers.get('location')).toBe(`${HOME}/drafts/${idOf(form)}`)
  })

  test('keeps comments and other parts of the source, and does not report what the form cannot show', async () => {
    const response = await postFiles(desk(), HOME, { yaml: CONSULTING }, [])
    const form = `${response.headers.get('location')}/form`
    for (const page of [
      'general',
      'party?at=parties.0',
      'field?at=fields.1',
      'article?at=articles.1',
      'clause?at=articles.1.clauses.0',
    ])
      await save(form, page, {})
    const { yaml, template } = await draftAt(form)
    expect(yaml).toContain('# I: short standard form, II: long or negotiated')
    expect(template).toMatchObject({
      fields: [{}, { min: 0, default: { amount: 1_000_000, currency: 'CNY' } }, {}, {}, {}],
    })
  })

  test('keeps the calculation of a sum, and has no control for it', async () => {
    const copied = {
      code: 'own-order',
      zh: '自有采购订单',
      en: 'Own Purchase Order',
      from: 'purchase-order',
    }
    const form = await begin(copied, 'copy')
    const index = parse((await draftAt(form)).yaml).fields.findIndex(
      ({ id }: { id: string }) => id === 'vat-amount',
    )
    const page = await text(`${form}/field?at=fields.${index}`)
    expect(page).toContain('The program computes this amount from other answers')
    expect(page).not.toContain('name="required"')
    await save(form, `field?at=fields.${index}`, { 'label.en_US': 'VAT on the order', required: 'yes' })
    const draft = await draftAt(form)
    expect(draft.yaml).toContain('taxOn: price, rate: tax-rate, includedIf: { field: tax, is: inclusive }')
    expect(parse(draft.yaml).fields[index]).toMatchObject({
      label: { en_US: 'VAT on the order' },
      type: 'money',
    })
    expect(draft.problems).toEqual([])
  })

  test('moves, removes and restores parts, and adds shared clauses', async () => {
    const form = await begin()
    const order = async () => (await draftAt(form)).template!.articles.map(({ id }) => id)
    const previousState = await order()
    const place = async (at: string, to: string) => {
      const html = await text(form)
      const shownDigest = new RegExp(
        `name="at" value="${at}"/><input type="hidden" name="seen" value="([^"]*)"`,
      ).exec(html)![1]!
      return desk().post(`${form}/place`, { at, to, seen: shownDigest })
    }
    await place('articles.0', 'down')
    expect((await order())[1]).toBe(previousState[0])
    await place('articles.4', 'top')
    expect((await order())[0]).toBe('general')
    await place('articles.0', 'removed')
    expect(await order()).not.toContain('general')
    const { revision } = await draftAt(form)
    await desk().post(`${HOME}/drafts/${idOf(form)}/undo`, { revision: String(revision) })
    expect(await order()).toContain('general')
    expect(
      (await desk().post(`${form}/place`, { at: 'articles.0', to: 'removed', seen: 'old' })).status,
    ).toBe(409)
    await desk().post(`${form}/block-addition`, { block: 'force-majeure' })
    expect(await order()).toContain('force-majeure')
    await save(form, 'block?at=articles.5', { 'without.force-majeure-notice': 'yes' })
    expect((await desk().post(`${form}/block-addition`, { block: 'no-such' })).status).toBe(404)
  })

  test('is not overwritten by a colleague: the second person gets a message and keeps the typed text', async () => {
    const form = await begin()
    const page = 'clause?at=articles.0.clauses.0'
    const myValues = await shownValues(`${form}/${page}`)
    await save(form, page, { en: '{party:a} and {party:b} agree on {subject} by {this}.' })
    const refusal = await desk().post(`${form}/clause?locale=en_US`, { ...myValues, zh: '我写的文字' })
    const html = await refusal.text()
    expect([refusal.status, html]).toEqual([409, expect.stringContaining('was changed since you opened it')])
    expect(html).toContain('我写的文字')
    // Another part is changed in the same request.
    const title = await shownValues(`${form}/article?at=articles.0`)
    await save(form, page, { zh: '{party:a}与{party:b}就{subject}（“事项”）达成{this}。' })
    expect((await desk().post(`${form}/article`, { ...title, 'title.en': 'Purpose' })).status).toBe(303)
  })

  test('begins from a copy; the next version begins from the version in force', async () => {
    const form = await begin(
      { from: 'mutual-nda', code: 'our-nda', zh: '我方保密协议', en: 'Our Agreement' },
      'copy',
    )
    expect(await draftAt(form)).toMatchObject({ code: 'our-nda', version: 1, problems: [] })
    const nextResponse = await desk().post(`${HOME}/mutual-nda/version`)
    const draft = await draftAt(nextResponse.headers.get('location')!)
    expect([draft.code, draft.problems]).toEqual(['mutual-nda', []])
  })

  test('is refused with an existing code or an empty name, and the typed text is kept', async () => {
    const response = await desk().post(`${HOME}/new/blank?locale=en_US`, {
      ...ABOUT,
      code: 'mutual-nda',
      en: '',
    })
    const html = await response.text()
    expect([response.status, fieldProblem(html, 'code')]).toEqual([
      422,
      expect.stringContaining('already has this code'),
    ])
    expect(html).toContain('简式保密协议')
    for (const code of ['new', 'Drafts', 'ä', '-a'])
      expect((await desk().post(`${HOME}/new/blank`, { ...ABOUT, code })).status).toBe(422)
  })

  test('is corrected as text if its source is not YAML', async () => {
    const response = await postFiles(desk(), HOME, { yaml: 'code: x\ntitle: { zh: 甲, en: a: b }' }, [])
    const draft = response.headers.get('location')!
    expect((await desk().get(`${draft}/form`)).headers.get('location')).toBe(`${draft}/source`)
    const { revision } = await draftAt(draft)
    const saveResponse = await postFiles(
      desk(),
      `${draft}/source`,
      { yaml: CONSULTING, revision: String(revision) },
      [],
    )
    expect(saveResponse.headers.get('location')).toBe(draft)
    expect((await draftAt(draft)).problems).toEqual([])
    expect((await postFiles(desk(), `${draft}/source`, { yaml: CONSULTING, revision: '1' }, [])).status).toBe(
      409,
    )
  })
})

test('the pages of the form are for staff', async () => {
  const form = await begin()
  for (const path of [`${HOME}/new/blank`, `${HOME}/new/format`, form, `${form}/general`])
    expect([path, (await context.cast.lin.client.get(path)).status]).toEqual([path, 404])
  expect((await desk().get(`${form}/clause?at=articles.99`)).headers.get('location')).toBe(form)
  expect((await desk().get(`${form}/clause?at=articles.9.clauses.9`)).status).toBe(404)
  expect(await text(`${HOME}/new/format`)).toContain('The template format')
})
