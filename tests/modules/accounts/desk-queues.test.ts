import { describe, expect, test } from 'vitest'
import { DAY } from '#src/core/clock.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
const html = async (path: string) => (await context.cast.ruo.client.get(path)).text()
const linkOf = (name: keyof typeof context.cast) => `/desk/accounts/${context.cast[name].viewer.id}`

// The tests depend on each other, in order.
describe('the desk’s queues', { shuffle: false }, () => {
  test('a request to support is in the queue until it is closed, then among the closed requests', async () => {
    expect(await html('/desk/requests')).toContain('No open requests.')
    await context.cast.hannah.client.post('/mgmt/acct-info/deletion', { words: 'we moved to paper' })
    const openPage = await html('/desk/requests')
    expect([openPage.includes(linkOf('hannah')), openPage.includes('we moved to paper')]).toEqual([
      true,
      true,
    ])
    const closing = `${/\/desk\/requests\/[0-9a-f-]{36}/.exec(openPage)}/closing`
    await context.cast.ruo.client.post(closing, { answer: 'She stays' })
    expect(await html('/desk/requests')).toContain('No open requests.')
    expect(await html('/desk/requests?state=closed')).toContain(linkOf('hannah'))
  })

  describe('accounts are filtered', () => {
    const search = async (query: string) => {
      const page = await html(`/desk/accounts?${query}`)
      return (['lin', 'zhou', 'hannah', 'ruo'] as const).filter((name) => page.includes(`${linkOf(name)}"`))
    }

    test('by state, plan and the end of the plan', async () => {
      const teamId = context.cast.lin.viewer.teamId
      await onPlan(context.db, teamId, 10)
      const endingIn = (days: number) =>
        context.db
          .updateTable('accounts.team')
          .set({ package: 'basic', package_ends_at: new Date(Date.now() + days * DAY) })
          .where('id', '=', teamId)
          .execute()
      await endingIn(29)
      expect(await search('plan=basic')).toEqual(['lin', 'zhou'])
      expect(await search('expiry=soon')).toEqual(['lin', 'zhou'])
      await endingIn(31)
      expect(await search('expiry=soon')).toEqual([])
      await endingIn(-1)
      expect(await search('expiry=ended')).toEqual(['lin', 'zhou'])
      expect(await search('state=frozen')).toEqual([])
      await context.cast.ruo.client.post(`${linkOf('zhou')}/state`, {
        stateAction: 'freeze',
        reason: 'Chargeback',
      })
      expect(await search('state=frozen')).toEqual(['zhou'])
      expect(await search('state=frozen&plan=free')).toEqual([])
      expect(await search('state=nonsense&keyword=zhou')).toEqual(['zhou'])
      await context.cast.ruo.client.post(`${linkOf('zhou')}/state`, {
        stateAction: 'restore',
        reason: 'Paid',
      })
    })
  })

  test('the staff log records who changed what of which account, the old and new values, and the reason', async () => {
    await context.cast.ruo.client.post(`${linkOf('hannah')}/plan`, {
      plan: 'enterprise',
      months: '1',
      reason: 'Contract 77',
    })
    const log = await html('/desk/log')
    for (const words of [
      context.cast.ruo.viewer.name,
      'Package: Free demo → Monthly Enterprise',
      'Valid until: none → ',
      'Contract 77',
      'State: Active → Frozen',
      linkOf('hannah'),
    ])
      expect([words, log.includes(words)]).toEqual([words, true])
    expect(await html(linkOf('hannah'))).toContain('Package: Free demo → Monthly Enterprise')
    expect((await context.cast.lin.client.get('/desk/log')).status).toBe(404)
    expect((await context.cast.lin.client.get('/desk/requests')).status).toBe(404)
  })
})
