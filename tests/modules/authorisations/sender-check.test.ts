import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requireAuthorisation } from '#modules/authorisations/authorisation.ts'
import { checkInstitution } from '#modules/authorisations/sender-check.ts'
import { realName } from '#modules/real-name/index.ts'
import { tencentService } from '#modules/real-name/tencent/tencent.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { requestAuthorisation } from '#tests/cast/authorisation.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { type RealNameStub, startRealNameStub } from '#tests/stubs/real-name/real-name.ts'
import { LOTUS, WEI } from '#tests/stubs/real-name/register.ts'
import { fieldProblem, formProblem } from '#tests/support/form.ts'

const context = setUpCast()
const configuredService = realName.service
const HOME = '/mgmt/acct-info/authorisation'
let stub: RealNameStub

beforeAll(async () => {
  stub = await startRealNameStub()
  await context.db
    .updateTable('accounts.team')
    .set({ credit_code: LOTUS.creditCode })
    .where('id', '=', context.cast.lin.viewer.teamId)
    .execute()
})
afterAll(() => stub.stop())
beforeEach(async () => {
  realName.service = tencentService({ ...stub.settings, timeout: 1000 })
  stub.actions.length = 0
  stub.requests.length = 0
  await context.db.deleteFrom('authorisations.authorisation').execute()
})
afterEach(() => {
  realName.service = configuredService
})

const CARD = {
  kind: 'identity-card',
  number: WEI.idNumber,
  accept: 'yes',
  numberConsent: 'yes',
  consent: 'yes',
}
const rows = () => context.db.selectFrom('authorisations.authorisation').selectAll().execute()

describe('an individual with an identity card', () => {
  /** The register has the person under the name of the account. */
  const named = (name: string) => {
    stub.people = [{ ...WEI, name }]
  }
  const send = (change: Record<string, string> = {}) =>
    context.cast.lin.client.post(`${HOME}/individual?locale=en_US`, { ...CARD, ...change })

  test('is authorised if name and number match, and only part of the number is stored', async () => {
    named(context.cast.lin.viewer.name)
    expect((await send()).status).toBe(303)
    expect(await rows()).toEqual([
      expect.objectContaining({
        state: 'granted',
        number: '1101…58',
        check_outcome: 'match',
        check_reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ])
    expect(await requireAuthorisation(context.db, context.cast.lin.viewer, 'builtin')).toBeTruthy()
  })

  test('is refused at the number if it does not match, or is unknown', async () => {
    named('Somebody Else')
    expect(fieldProblem(await (await send()).text(), 'number')).toContain('do not match')
    stub.people = []
    const unknown = await send()
    expect(unknown.status).toBe(422)
    expect(fieldProblem(await unknown.text(), 'number')).toContain('no record')
    expect(await rows()).toEqual([])
  })

  test('is asked to try again while the service does not answer', async () => {
    named(context.cast.lin.viewer.name)
    stub.fail = { times: 1, how: '500' }
    const answer = await send()
    expect(answer.status).toBe(503)
    expect(formProblem(await answer.text())).toContain('try again')
    expect(await rows()).toEqual([])
  })

  test('must consent before anything is sent to the service', async () => {
    expect(fieldProblem(await (await send({ consent: '' })).text(), 'consent')).toBeTruthy()
    expect(stub.actions).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('is not compared with a passport, nor without a service', async () => {
    expect((await send({ kind: 'passport', number: 'C01X00T47', consent: '' })).status).toBe(303)
    realName.service = null
    expect((await send({ consent: '' })).status).toBe(303)
    expect(stub.actions).toEqual([])
    expect((await rows()).map(({ check_outcome }) => check_outcome)).toEqual([null, null])
  })
})

describe('an institution', () => {
  /** Requests an authorisation for Lin's team; the register has these facts about the team. */
  async function requested(known: Partial<typeof LOTUS> = {}) {
    const { viewer } = context.cast.lin
    stub.enterprises = [{ ...LOTUS, name: viewer.teamName, legalRepresentative: 'Lin', ...known }]
    return requestAuthorisation(context.db, viewer)
  }
  const deskPage = async (id: string) =>
    (await context.cast.ruo.client.get(`/desk/authorisations/${id}?locale=en_US`)).text()

  test('is compared with the register for our staff, who are not bound by the result', async () => {
    const id = await requested()
    expect(await deskPage(id)).toContain('not compared yet')
    while (await workWaitingJobs(context.db));
    expect(await rows()).toMatchObject([{ state: 'pending', check_outcome: 'match', is_operating: true }])
    expect(await deskPage(id)).toContain('legal representative match')
    await checkInstitution.now(context.db, { id })
    expect(stub.actions).toEqual(['VerifyBizLicenseEnterprise3'])
  })

  test.each<[string, Partial<typeof LOTUS>, string]>([
    ['another legal representative', { legalRepresentative: '马丁' }, 'do not match'],
    ['an unknown code', { creditCode: '91330106MA2CFKXX00' }, 'no record of this code'],
    ['a closed business', { status: '4' }, 'not in business'],
  ])('shows staff %s', async (_, known, words) => {
    const id = await requested(known)
    await checkInstitution.now(context.db, { id })
    expect(await deskPage(id)).toContain(words)
    expect((await context.cast.ruo.client.post(`/desk/authorisations/${id}/approval`)).status).toBe(303)
  })

  test('is compared again while the service does not answer, and no longer after the decision', async () => {
    const id = await requested()
    stub.fail = { times: 1, how: '500' }
    await expect(checkInstitution.now(context.db, { id })).rejects.toThrow('does not answer')
    await context.cast.ruo.client.post(`/desk/authorisations/${id}/refusal`, { reason: 'Blurred' })
    stub.actions.length = 0
    await checkInstitution.now(context.db, { id })
    expect(stub.actions).toEqual([])
  })

  test('is checked only by our staff without a service', async () => {
    realName.service = null
    const id = await requested()
    expect(await deskPage(id)).not.toContain('Company register')
  })
})
