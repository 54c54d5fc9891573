import { beforeEach, describe, expect, test } from 'vitest'
import { type DeskFaq, listDeskFaqs } from '#modules/messaging/desk-faq.ts'
import { listFaqs } from '#modules/messaging/faq.ts'
import { valuesOf } from '#modules/messaging/faq-form.ts'
import { newId } from '#src/core/ids.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

const context = setUpCast()
let seeded: DeskFaq[]

beforeEach(async () => {
  seeded ??= (await listDeskFaqs(context.db)).slice(0, 15)
  await context.db.deleteFrom('messaging.faq_action').execute()
  await context.db.deleteFrom('messaging.faq').execute()
  for (const { texts, ...faq } of seeded)
    await context.db
      .insertInto('messaging.faq')
      .values({ ...faq, texts: JSON.stringify(texts), updated_at: new Date() })
      .execute()
})

const SEAL = {
  question_zh_CN: '印章在哪里？',
  answer_zh_CN: '在最后一页。',
  question_zh_TW: '印章在哪裡？',
  answer_zh_TW: '在最後一頁。',
  question_en_US: 'Where is the seal?',
  answer_en_US: 'On the last page.\nBelow the names.',
}

const desk = () => context.cast.ruo.client
const html = async (path: string) => (await desk().get(path)).text()
const ids = async () => (await listFaqs(context.db, 'en_US')).map(({ id }) => id)
const save = async (place: number, fields: Record<string, string>) =>
  desk().post(`/desk/faq/${id(place)}`, {
    was: typedValue(await html(`/desk/faq/${id(place)}`), 'was')!,
    ...fields,
  })
const id = (place: number) => seeded[place - 1]!.id
const post = (faq: string, step: string, fields: Record<string, string> = {}) =>
  desk().post(`/desk/faq/${faq}/${step}`, fields)
const actions = () =>
  context.db
    .selectFrom('messaging.faq_action')
    .select(['faq_id', 'staff_id', 'action', 'changes'])
    .orderBy('id')
    .execute()

test('the list is in order with the votes on each question, for staff only', async () => {
  await context.db
    .updateTable('messaging.faq')
    .set({ helpful: 731, unhelpful: 46 })
    .where('id', '=', id(2))
    .execute()
  const page = await html('/desk/faq?locale=en_US')
  expect(page).toContain('731 helpful, 46 not')
  const shownIds = [...page.matchAll(/data-drags="([^"]+)"/g)].map((match) => match[1])
  expect(shownIds).toEqual(seeded.map((faq) => faq.id))
  for (const faq of shownIds) expect(page).toContain(`data-moves="${faq}"`)
  expect((await context.cast.lin.client.get('/desk/faq')).status).toBe(404)
})

describe('a change', () => {
  test('requires all three languages, within their limits, and keeps the typed text', async () => {
    for (const [wrong, field, problem] of [
      [{ ...SEAL, answer_zh_TW: ' ' }, 'answer_zh_TW', 'This field is required'],
      [{ ...SEAL, question_en_US: 'x'.repeat(201) }, 'question_en_US', 'too long'],
    ] as const)
      for (const path of ['/desk/faq', `/desk/faq/${id(1)}`]) {
        const answer = await desk().post(path, wrong)
        const page = await answer.text()
        expect([answer.status, fieldProblem(page, field)]).toEqual([422, expect.stringContaining(problem)])
        expect(page).toContain('印章在哪裡？')
      }
    expect((await listDeskFaqs(context.db)).map(({ texts }) => texts)).toEqual(
      seeded.map(({ texts }) => texts),
    )
  })

  test('is published immediately, in each language, and logged with old and new values', async () => {
    const visitors = context.cast.lin.client
    const pageBefore = await (await visitors.get('/faq?locale=zh_TW')).text()
    expect(pageBefore).not.toContain('印章在哪裡？')
    expect((await save(3, SEAL)).headers.get('location')).toBe(`/desk/faq?done=saved&id=${id(3)}`)
    expect(await (await visitors.get('/faq?locale=zh_TW')).text()).toContain('印章在哪裡？')
    expect(await (await visitors.get('/mgmt/faq-list?locale=en_US')).text()).toContain('Where is the seal?')
    const [logged, ...otherActions] = await actions()
    expect(otherActions).toEqual([])
    expect(logged).toMatchObject({ faq_id: id(3), staff_id: context.cast.ruo.viewer.id, action: 'edit' })
    const was = seeded[2]!.texts.zh_TW.question
    const change = { what: 'question', locale: 'zh_TW', before: was, after: '印章在哪裡？' }
    expect(logged!.changes).toContainEqual(change)
    const page = await html(`/desk/faq/${id(3)}?locale=en_US`)
    for (const words of [was, '印章在哪裡？', context.cast.ruo.viewer.name]) expect(page).toContain(words)
    await desk().post(`/desk/faq/${id(3)}`, SEAL)
    expect((await actions()).length).toBe(1)
  })

  test('that would overwrite a colleague’s save is refused with the typed text, and is saved at the second attempt', async () => {
    const began = await html(`/desk/faq/${id(3)}`)
    const oldForm = { ...valuesOf(seeded[2]!.texts), was: typedValue(began, 'was')! } as Record<
      string,
      string
    >
    await save(3, { ...oldForm, answer_en_US: 'By a colleague.' })
    const myForm = { ...oldForm, question_zh_CN: '我的问题？' }
    const refusal = await desk().post(`/desk/faq/${id(3)}?locale=en_US`, myForm)
    const page = await refusal.text()
    expect([refusal.status, typedValue(page, 'question_zh_CN')]).toEqual([422, '我的问题？'])
    for (const words of ['A colleague has changed this question', 'By a colleague.'])
      expect(page).toContain(words)
    expect((await listDeskFaqs(context.db))[2]!.texts.en_US.answer).toBe('By a colleague.')
    const secondResponse = await desk().post(`/desk/faq/${id(3)}`, {
      ...myForm,
      was: typedValue(page, 'was')!,
    })
    expect(secondResponse.status).toBe(303)
    expect((await listDeskFaqs(context.db))[2]!.texts.zh_CN.question).toBe('我的问题？')
    expect((await post(id(3), 'position', { to: 'up' })).status).toBe(303)
  })

  test('that adds a sixteenth question puts it last, where it waits until another is archived', async () => {
    await desk().post('/desk/faq', SEAL)
    const allFaqs = await listDeskFaqs(context.db)
    const addedFaq = allFaqs.at(-1)!
    expect(addedFaq.texts).toEqual((await listDeskFaqs(context.db))[15]!.texts)
    expect(valuesOf(addedFaq.texts)).toEqual(SEAL)
    expect(await ids()).toEqual(seeded.map((faq) => faq.id))
    expect(await html('/desk/faq?locale=en_US')).toContain('Shown only in search results')
    await post(id(1), 'archiving')
    expect(await ids()).toEqual([...seeded.slice(1).map((faq) => faq.id), addedFaq.id])
  })
})

test('an archived question leaves the page, accepts no votes, and returns to its place by the undo', async () => {
  const away = await post(id(4), 'archiving')
  const page = await html(away.headers.get('location')!)
  expect(page).toContain(`action="/desk/faq/${id(4)}/restoration"`)
  expect(await ids()).not.toContain(id(4))
  expect((await context.cast.lin.client.post(`/faq/${id(4)}/vote`, { helpful: 'yes' })).status).toBe(404)
  const lateLocation = (await post(id(4), 'position', { to: 'first' })).headers.get('location')!
  expect(await html(`${lateLocation}&locale=en_US`)).toMatch(
    /role="status".*has been archived, so it was not moved/s,
  )
  expect((await post(newId(), 'position', { to: 'first' })).status).toBe(404)
  await post(id(4), 'archiving')
  await post(id(4), 'restoration')
  expect(await html(`${away.headers.get('location')}&locale=en_US`)).not.toContain('no longer shown')
  expect(await ids()).toEqual(seeded.map((faq) => faq.id))
  expect((await actions()).map(({ action }) => action)).toEqual(['archive', 'restore'])
})

test('only possible moves are offered, and an impossible move shows a message', async () => {
  const waysOf = async (place: number) => {
    const form = new RegExp(`data-moves="${id(place)}".*?</form>`, 's').exec(await html('/desk/faq'))![0]
    return [...form.matchAll(/ value="(\w+)"/g)].map((match) => match[1])
  }
  expect([await waysOf(1), await waysOf(2), await waysOf(15)]).toEqual([
    ['down', 'last'],
    ['up', 'down', 'first', 'last'],
    ['up', 'first'],
  ])
  for (const fields of [{ to: 'up' }, { before: id(2) }] as Record<string, string>[]) {
    const nowhere = (await post(id(1), 'position', fields)).headers.get('location')!
    expect(await html(`${nowhere}&locale=en_US`)).toMatch(/role="status".*was not moved/s)
  }
  expect(await actions()).toEqual([])
})

test('the order is changed by menu and by dragging, also past archived questions, and is logged', async () => {
  await post(id(2), 'archiving')
  const order = async () => (await ids()).map((one) => seeded.findIndex((faq) => faq.id === one) + 1)
  const move = async (place: number, fields: Record<string, string>) => {
    expect((await post(id(place), 'position', fields)).status).toBe(303)
    return (await order()).slice(0, 5).join(' ')
  }
  expect(await move(3, { to: 'up' })).toBe('3 1 4 5 6')
  expect(await move(3, { to: 'up' })).toBe('3 1 4 5 6')
  expect(await move(3, { to: 'down' })).toBe('1 3 4 5 6')
  expect(await move(6, { to: 'first' })).toBe('6 1 3 4 5')
  expect(await move(6, { to: 'last' })).toBe('1 3 4 5 7')
  expect((await order()).at(-1)).toBe(6)
  expect(await move(5, { before: id(3) })).toBe('1 5 3 4 7')
  expect(await move(1, { behind: id(3) })).toBe('5 3 1 4 7')
  expect(await move(1, { behind: id(2) })).toBe('5 3 1 4 7')
  const moves = (await actions()).filter(({ action }) => action === 'move')
  expect(moves[0]!.changes).toEqual([{ what: 'place', before: '2', after: '1' }])
  expect(moves.length).toBe(6)
  await post(id(2), 'restoration')
  expect(new Set(await ids()).size).toBe(15)
})
