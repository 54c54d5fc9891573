import { expect } from 'vitest'
import { validAuthorisations } from '#modules/authorisations/index.ts'
import { queryAuthorisations } from '#modules/signing/providers/remote/authorisation.ts'
import { DAY } from '#src/core/clock.ts'
import { type Scenario, type ServiceKit, TWO_PARTIES } from '../kit.ts'

/** The sender's valid authorisations at the provider under test. */
async function valid(kit: ServiceKit) {
  const all = await validAuthorisations(kit.db, kit.viewer).execute()
  return all.filter(({ provider }) => provider === kit.name)
}

/**
 * Scenarios for services of other companies, which are authorised on their pages. Our own provider has
 * separate tests.
 */
export const AUTHORISATION: Scenario[] = [
  {
    name: 'leads a signatory to the page of the service, and nobody else',
    async run(kit) {
      const sent = await kit.send()
      const client = await kit.enter(sent.ids[0]!, TWO_PARTIES[0]!.email)
      const own = await client.get(`/signing/${sent.ids[0]}`)
      expect([own.status, own.headers.get('location')]).toEqual([303, `/signing/${sent.ids[0]}/service`])
      const page = await client.get(`/signing/${sent.ids[0]}/service`)
      expect(await page.text()).toContain('Read and sign at')
      const away = await client.get(`/signing/${sent.ids[0]}/service/page`)
      expect(away.status).toBe(302)
      expect(away.headers.get('location')).not.toContain('localhost:3000')
      expect((await client.get(`/signing/${sent.ids[1]}/service/page`)).status).not.toBe(302)
    },
  },
  {
    name: 'says that the service cannot be reached, and shows the way once it can',
    async run(kit) {
      const sent = await kit.send()
      const client = await kit.enter(sent.ids[0]!, TWO_PARTIES[0]!.email)
      kit.stub!.isDown = true
      const away = await client.get(`/signing/${sent.ids[0]}/service/page`)
      kit.recover()
      expect(away.status).toBe(503)
      expect(await away.text()).toContain('nothing is lost')
      expect((await client.get(`/signing/${sent.ids[0]}/service/page`)).status).toBe(302)
    },
  },
  {
    name: 'shows a signatory whose document is complete that they have signed',
    async run(kit) {
      const sent = await kit.send()
      const client = await kit.enter(sent.ids[0]!, TWO_PARTIES[0]!.email)
      for (const id of sent.ids) {
        await kit.sign(id)
        await kit.settle()
      }
      const { headers } = await client.get(`/signing/${sent.ids[0]}/service`)
      expect(headers.get('location')).toBe(`/signing/${sent.ids[0]}/signed`)
      expect((await client.get(`/signing/${sent.ids[0]}/signed`)).status).toBe(200)
      expect((await client.get(`/signing/${sent.ids[0]}/document.pdf`)).status).toBe(200)
    },
  },
  {
    name: 'is authorised for 365 days at most',
    async run(kit) {
      const { state } = await kit.authorise('institution')
      expect(state).toBe('granted')
      const [latest] = (await valid(kit)).toSorted((a, b) =>
        String(b.ends_at).localeCompare(String(a.ends_at)),
      )
      const days = (new Date(latest!.ends_at!).getTime() - Date.now()) / DAY
      expect(days).toBeGreaterThan(0)
      expect(days).toBeLessThanOrEqual(365)
    },
  },
  {
    name: 'is authorised by an individual, or says that it takes institutions only',
    async run(kit) {
      const can = kit.stub!.service.capabilities.senders.includes('individual')
      const attempt = kit.authorise('individual')
      if (can) expect((await attempt).state).toBe('granted')
      else await expect(attempt).rejects.toMatchObject({ code: 'INVALID_FIELD' })
    },
  },
  {
    name: 'asks for the credit code that an institution has not given',
    async run(kit) {
      const { teamId } = kit.viewer
      const team = kit.db.updateTable('accounts.team').where('id', '=', teamId)
      await team.set({ credit_code: '' }).execute()
      const attempt = kit.beginAuthorisation('institution')
      await expect(attempt).rejects.toMatchObject({ code: 'IDENTITY_INFO_MISSING' })
      await team.set({ credit_code: '91310000MA1K35XX04' }).execute()
    },
  },
  {
    name: 'keeps what was refused there',
    async run(kit) {
      const before = (await valid(kit)).length
      const attempt = await kit.beginFirstAuthorisation()
      await kit.comeBack(await kit.stub!.refuse(attempt))
      expect((await kit.attempt(attempt.id)).state).toBe('refused')
      expect((await valid(kit)).length).toBe(before)
    },
  },
  {
    name: 'asks the service when the sender does not come back',
    async run(kit) {
      const attempt = await kit.beginAuthorisation('institution')
      await kit.stub!.authorise(attempt)
      await queryAuthorisations.now(kit.db, {})
      // If only the browser can report the consent, the attempt stays pending.
      expect(['granted', 'pending']).toContain((await kit.attempt(attempt.id)).state)
    },
  },
  {
    name: 'lets an attempt lapse after a day',
    async run(kit) {
      const attempt = await kit.beginFirstAuthorisation()
      kit.wait(2 * DAY)
      await queryAuthorisations.now(kit.db, {})
      expect((await kit.attempt(attempt.id)).state).toBe('lapsed')
    },
  },
  {
    name: 'does not take the attempt of another team',
    async run(kit) {
      const attempt = await kit.beginAuthorisation('institution')
      const path = `/mgmt/acct-info/services/${kit.name}/authorisations/${attempt.id}`
      expect((await kit.client.get(path)).status).toBe(200)
      expect((await kit.cast.hannah.client.get(path)).status).toBe(404)
      expect((await kit.cast.hannah.client.post(`${path}/check`)).status).toBe(404)
    },
  },
  {
    name: 'believes no return address',
    async run(kit) {
      const attempt = await kit.beginFirstAuthorisation()
      for (const query of ['', `?state=${attempt.flow}&code=forged`, `?state=${attempt.flow}`, '?state=x'])
        await kit.client.get(`/e-sign/${kit.name}/return${query}`)
      expect((await kit.attempt(attempt.id)).state).toBe('pending')
    },
  },
  {
    name: 'ends a signing that the service refuses because the sender has withdrawn there',
    async run(kit) {
      const attempt = await kit.authorise('institution')
      await kit.stub!.withdraw(attempt)
      const left = await kit.usesLeft()
      const sent = await kit.send()
      // 腾讯电子签 sends in the name of our company, and needs no authorisation.
      const asks = kit.name !== 'tencent'
      expect((await kit.view(sent)).state).toBe(asks ? 'stopped' : 'started')
      expect(await kit.usesLeft()).toBe(asks ? left : left - 1)
      if (asks) expect(await kit.endedAuthorisations()).toBeGreaterThan(0)
      await kit.authorise('institution')
      expect((await kit.view(await kit.send())).people).toBe('invited waiting')
    },
  },
]
