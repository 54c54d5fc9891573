import { expect, test } from 'vitest'
import { findOwnParty } from '#modules/pages/own-party.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()

test('the account information is offered as a party: names in both languages, and only known data', async () => {
  const { viewer } = context.cast.lin
  const setNames = (team: object) =>
    context.db.updateTable('accounts.team').set(team).where('id', '=', viewer.teamId).execute()
  await setNames({
    name: '莲花贸易（上海）有限公司 Lotus Trading Co., Ltd.',
    credit_code: '91310115MA1K4LTX2A',
  })
  const ownParty = await findOwnParty(context.db, viewer)
  expect(ownParty).toMatchObject({
    identity: 'company',
    name: '莲花贸易（上海）有限公司',
    nameEn: 'Lotus Trading Co., Ltd.',
    idNumber: '91310115MA1K4LTX2A',
    email: 'lin@example.com',
  })
  expect(ownParty).not.toHaveProperty('address')
  expect(ownParty).not.toHaveProperty('addressEn')
  await setNames({ name: 'Kestrel 2 Ltd', address: '世纪大道1568号' })
  expect(await findOwnParty(context.db, viewer)).toMatchObject({
    name: 'Kestrel 2 Ltd',
    nameEn: '',
    address: '世纪大道1568号',
    addressEn: '',
  })
})

test('an individual is a party under their own name', async () => {
  await context.db
    .updateTable('accounts.account')
    .set({ identity: 'individual' })
    .where('id', '=', context.cast.hannah.viewer.id)
    .execute()
  const { viewer } = context.cast.hannah
  expect(await findOwnParty(context.db, viewer)).toMatchObject({
    identity: 'individual',
    name: viewer.name,
    nameEn: '',
  })
})
