import { describe, expect, test } from 'vitest'
import { newId } from '#src/core/ids.ts'
import { accountOf, setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'

const context = setUpCast()

const HOME = '/mgmt/acct-info'

// The tests depend on each other, in order.
describe('one company’s account, change by change', { shuffle: false }, () => {
  describe('profile and company', () => {
    const profile = {
      name: 'Lin Mei',
      department: 'Legal',
      position: 'Counsel',
      mailingAddress: '1 Lotus Road',
    }
    const company = {
      companyName: 'Lotus Trading',
      phone: '+86 21 6100 2600',
      address: '1568 Century Avenue',
    }

    test('are saved; other values of the request are not', async () => {
      const { client, viewer } = context.cast.lin
      const extra = {
        role: 'agent',
        grants: 'desk.enter',
        team_id: newId(),
        username: 'root',
        identity: 'individual',
      }
      const previousState = await accountOf(context.db, viewer.id)
      const answer = await client.post(`${HOME}/profile`, { version: '1', ...profile, ...extra })
      expect(answer.headers.get('location')).toBe(`${HOME}?done=profile`)
      const newState = await accountOf(context.db, viewer.id)
      expect(newState).toEqual({
        ...previousState,
        name: 'Lin Mei',
        department: 'Legal',
        position: 'Counsel',
        mailing_address: '1 Lotus Road',
        version: 2,
      })
    })

    test('report a concurrent change, and keep the typed text', async () => {
      const answer = await context.cast.lin.client.post(`${HOME}/profile`, {
        version: '1',
        ...profile,
        name: 'Lin Two',
      })
      const html = await answer.text()
      expect([answer.status, formProblem(html)]).toEqual([
        409,
        'Someone else updated these details while you were editing. Save again to overwrite their changes.',
      ])
      expect([typedValue(html, 'name'), typedValue(html, 'version')]).toEqual(['Lin Two', '2'])
      expect((await accountOf(context.db, context.cast.lin.viewer.id)).name).toBe('Lin Mei')
    })

    test.each([
      ['91350100M000100Y43', ''],
      ['91350100 M000100y43', ''],
      ['', ''],
      [
        '91350100M000100Y44',
        'This is not a valid unified social credit code: please compare it with the business licence',
      ],
      [
        '91350100M000100I43',
        'This is not a valid unified social credit code: please compare it with the business licence',
      ],
      [
        '9135010',
        'This is not a valid unified social credit code: please compare it with the business licence',
      ],
    ])('the credit code "%s" is checked by its check digit', async (creditCode, words) => {
      const { client, viewer } = context.cast.lin
      const { version } = await context.db
        .selectFrom('accounts.team')
        .select('version')
        .where('id', '=', viewer.teamId)
        .executeTakeFirstOrThrow()
      const answer = await client.post(`${HOME}/company`, {
        version: String(version),
        ...company,
        creditCode,
      })
      expect([answer.status, fieldProblem(await answer.text(), 'creditCode')]).toEqual([
        words ? 422 : 303,
        words,
      ])
    })

    test('every single wrong character in a correct credit code is detected', async () => {
      const { isCreditCode } = await import('#src/core/identity-numbers/credit-code.ts')
      const correctCode = '91350100M000100Y43'
      let tried = 0
      for (let at = 0; at < 18; at++)
        for (const character of '0123456789ABCDEFGHJKLMNPQRTUWXY') {
          const typed = correctCode.slice(0, at) + character + correctCode.slice(at + 1)
          if (typed === correctCode) continue
          expect([typed, isCreditCode(typed)]).toEqual([typed, false])
          tried++
        }
      expect(tried).toBe(18 * 30)
    })
  })
})
