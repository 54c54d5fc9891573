import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { markChanged } from '#modules/laws/change.ts'
import { findKnownLaw, lawPath, listKnownLaws } from '#modules/laws/law.ts'
import { recordReview } from '#modules/laws/review.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { putShippedInForce } from '#modules/templates/library.ts'
import { DAY, now, setClock, shanghaiDay } from '#src/core/clock.ts'
import { dayAhead } from '#src/core/day.ts'
import { newId } from '#src/core/ids.ts'
import { CIVIL_CODE, REVISION, reviewOf } from '#tests/cast/laws.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem } from '#tests/support/form.ts'
import { publishNext } from '#tests/support/newer-template.ts'

const context = setUpCast()
const desk = () => context.cast.ruo.client
const ruo = () => context.cast.ruo.viewer
const PATH = lawPath(CIVIL_CODE)
const NDA = '/mgmt/new-doc?template=mutual-nda&locale=en_US'

const text = async (path: string) =>
  (await desk().get(`${path}${path.includes('?') ? '&' : '?'}locale=en_US`)).text()
const logged = async () =>
  await context.db
    .selectFrom('accounts.desk_action')
    .select(['action', 'subject', 'path'])
    .where('id', '>', logStart)
    .orderBy('id')
    .execute()

/** The staff log still contains the entries of earlier tests. */
let logStart = ''

beforeEach(async () => {
  for (const table of ['task', 'change', 'review', 'owner'] as const)
    await context.db.deleteFrom(`laws.${table}`).execute()
  logStart = newId()
})
afterEach(() => {
  putShippedInForce()
  setClock(null)
})

describe('the laws at the desk', () => {
  test('are listed with version, uses and review, and are found by name in both languages', async () => {
    const html = await text('/desk/laws')
    for (const words of ['Civil Code', '《民法典》', '2021-01-01', 'never reviewed'])
      expect(html).toContain(words)
    expect(await text('/desk/laws?keyword=民法典')).toContain('Civil Code')
    expect(await text('/desk/laws?keyword=civil+code')).not.toContain('Patent Law')
    expect(await text('/desk/laws?show=ended')).toContain('No laws found')
    expect(await (await desk().get('/desk/laws?locale=zh_TW')).text()).toContain('《勞動合同法》')
  })

  test('show each citation, article by article, in templates and in shared blocks', async () => {
    const html = await text(PATH)
    expect(html).toContain('href="/desk/templates/mutual-nda"')
    expect(html).toContain('article 501')
    expect(html).toContain('shared block')
    expect((await desk().get(lawPath('占星法'))).status).toBe(404)
  })

  test('include laws cited by published templates, and laws that are in no table', async () => {
    expect((await findKnownLaw(CIVIL_CODE)).templates.length).toBeGreaterThan(10)
    publishNext('mutual-nda', (template) => {
      template.articles[0]!.clauses[0]!.text.zh += '依《占星法》第三条。'
    })
    const law = (await listKnownLaws()).find(({ name }) => name === '占星法')!
    expect(law.templates.map(({ template }) => template.code)).toEqual(['mutual-nda'])
    const html = await text(lawPath('占星法'))
    for (const words of ['article 3', 'not in the table of laws']) expect(html).toContain(words)
  })

  test('are closed to staff without the permission and do not exist for customers', async () => {
    expect((await context.cast.lin.client.get('/desk/laws')).status).toBe(404)
    expect((await context.cast.lin.client.post(`${PATH}/change`, { ...REVISION })).status).toBe(404)
  })
})

const FORM = {
  reviewer: 'Fang Wei',
  firm: 'Haitong Law Firm',
  reviewedOn: shanghaiDay(),
  until: dayAhead(200),
}

describe('a review', () => {
  test('is recorded with its scope, is logged, and is shown at the desk and to customers', async () => {
    const response = await desk().post(`${PATH}/review`, { ...FORM, 'covers-mutual-nda': 'yes' })
    expect(response.headers.get('location')).toBe(`${PATH}?done=reviewed`)
    const html = await text(PATH)
    for (const words of ['Fang Wei, Haitong Law Firm', `reviewed until ${FORM.until}`, 'Covers 1 template'])
      expect(html).toContain(words)
    expect(await logged()).toMatchObject([{ action: 'record-law-review', subject: '《民法典》', path: PATH }])
    expect(await (await context.cast.lin.client.get(NDA)).text()).toContain('Fang Wei, Haitong Law Firm')
    // Another template cites the law too, but was not part of the review.
    const otherPage = await (
      await context.cast.lin.client.get('/mgmt/new-doc?template=loan&locale=en_US')
    ).text()
    expect(otherPage).not.toContain('Fang Wei')
    expect(otherPage).toContain('No lawyer’s review of this version has been recorded yet.')
  })

  test('sent twice is recorded once', async () => {
    const fields = await reviewOf(CIVIL_CODE)
    await Promise.all([1, 2].map(() => recordReview(context.db, ruo(), CIVIL_CODE, fields)))
    expect(await context.db.selectFrom('laws.review').select('id').execute()).toHaveLength(1)
  })

  test('with mistakes is explained at the field, and the typed text is kept', async () => {
    const wrongValues = { reviewer: '', firm: 'Haitong', reviewedOn: dayAhead(1), until: '2027-02-30' }
    const response = await desk().post(`${PATH}/review?locale=en_US`, wrongValues)
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(fieldProblem(html, 'reviewer')).toContain('required')
    expect(fieldProblem(html, 'reviewedOn')).toBe('This date is in the future')
    expect(fieldProblem(html, 'until')).toContain('Please enter a date')
    expect(html).toContain('Please select the templates that the reviewer saw')
    expect(html).toContain('value="Haitong"')
    expect((await desk().post(`${PATH}/review`, { ...FORM, until: dayAhead(-1) })).status).toBe(422)
    expect(await context.db.selectFrom('laws.review').select('id').execute()).toEqual([])
  })

  test('is no longer shown to customers after a newer template version, after its last day, and after its withdrawal', async () => {
    const showsReviewer = async () =>
      (await (await context.cast.lin.client.get(NDA)).text()).includes('Fang Wei')
    await recordReview(context.db, ruo(), CIVIL_CODE, await reviewOf(CIVIL_CODE))
    expect(await showsReviewer()).toBe(true)
    publishNext('mutual-nda', () => {})
    expect(await showsReviewer()).toBe(false)
    expect(await text(PATH)).toContain('One template is not covered')
    putShippedInForce()
    expect(await showsReviewer()).toBe(true)
    await context.db
      .updateTable('laws.review')
      .set({ until: dayAhead(-1), reviewed_on: dayAhead(-9) })
      .execute()
    expect(await showsReviewer()).toBe(false)
    expect(await text('/desk/laws?show=ended')).toContain('review expired on')
    await context.db
      .updateTable('laws.review')
      .set({ until: dayAhead(9) })
      .execute()
    const { id } = await context.db.selectFrom('laws.review').select('id').executeTakeFirstOrThrow()
    await desk().post(`${PATH}/review-withdrawal`, { review: id })
    expect([await showsReviewer(), (await text(PATH)).includes('Fang Wei')]).toEqual([false, false])
    expect((await desk().post(`${PATH}/review-withdrawal`, { review: 'x' })).status).toBe(404)
    expect((await desk().post(`${lawPath('专利法')}/review-withdrawal`, { review: id })).status).toBe(404)
  })

  test('is outdated if it was made before the version in force', async () => {
    await recordReview(context.db, ruo(), CIVIL_CODE, await reviewOf(CIVIL_CODE))
    await markChanged(context.db, ruo(), CIVIL_CODE, { ...REVISION, inForceFrom: dayAhead(2) })
    expect(await text(PATH)).toContain('reviewed until')
    expect(await (await context.cast.lin.client.get(NDA)).text()).toContain(
      `from ${dayAhead(2)}; we are checking`,
    )
    const then = now().getTime() + 3 * DAY
    setClock(() => new Date(then))
    const changed = await await context.db.selectFrom('laws.review').selectAll().execute()
    expect(changed).toHaveLength(1)
    const { reviewState } = await import('#modules/laws/review.ts')
    const { listChanges } = await import('#modules/laws/change.ts')
    expect(reviewState(changed[0], await listChanges(context.db, CIVIL_CODE))).toBe('outdated')
  })

  test('shows “law as of” a day only if every cited law of the template is reviewed', async () => {
    const cited = (await listKnownLaws()).filter(({ templates }) =>
      templates.some(({ template }) => template.code === 'mutual-nda'),
    )
    expect(cited.length).toBeGreaterThan(1)
    const page = async () => (await context.cast.lin.client.get(NDA)).text()
    for (const { name } of cited.slice(1)) await recordReview(context.db, ruo(), name, await reviewOf(name))
    expect(await page()).toContain(`${cited.length - 1} of the ${cited.length} laws`)
    await recordReview(context.db, ruo(), cited[0]!.name, await reviewOf(cited[0]!.name))
    expect(await page()).toContain(`Law as of ${shanghaiDay()}; reviewed by Fang Wei, Haitong Law Firm`)
    expect(findTemplate('mutual-nda').version).toBeGreaterThan(0)
  })
})

describe('the review owner of a law', () => {
  test('is chosen among staff with the permission, is logged, and can be removed again', async () => {
    const wei = await createColleague(context.db, ruo(), 'wei', ['publisher'])
    const tang = await createColleague(context.db, ruo(), 'tang', ['finance'])
    expect((await desk().post(`${PATH}/owner`, { owner: wei })).status).toBe(303)
    expect((await desk().post(`${PATH}/owner`, { owner: wei })).status).toBe(303)
    expect(await text('/desk/laws?keyword=民法典')).toContain('wei')
    for (const owner of [tang, context.cast.lin.viewer.id, 'x'])
      expect((await desk().post(`${PATH}/owner`, { owner })).status).toBe(422)
    expect((await desk().post(`${PATH}/owner`, { owner: '' })).status).toBe(303)
    expect(await context.db.selectFrom('laws.owner').selectAll().execute()).toEqual([])
    const changes = await context.db
      .selectFrom('accounts.desk_change')
      .select(['what', 'before', 'after'])
      .where('action_id', '>', logStart)
      .orderBy('action_id')
      .execute()
    expect(changes).toEqual([
      { what: 'owner', before: '', after: 'wei' },
      { what: 'owner', before: 'wei', after: '' },
    ])
  })
})
