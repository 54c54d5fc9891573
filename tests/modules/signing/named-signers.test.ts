import { beforeAll, expect, test } from 'vitest'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument } from '#modules/documents/index.ts'
import { addExternal, addInternal } from '#modules/review/inviting/reviewer.ts'
import { withSigners } from '#modules/signing/named-signers.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { OLIVER } from '#tests/cast/review.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const SIGNS = { reviews: true, signs: true, keeps: false }

test('a reviewer named as signatory is in the table of signatories', async () => {
  const { viewer, client } = cast.lin
  const { id } = await filledDraft(db, viewer)
  await addInternal(db, viewer, id, { account: cast.zhou.viewer.id, ...SIGNS })
  await addExternal(db, viewer, id, { ...OLIVER, ...SIGNS, locale: 'zh_TW' })
  await addExternal(db, viewer, id, { ...OLIVER, email: 'grant@kestrel.example', name: 'Ann Grant' })
  await finaliseDocument(db, viewer, id, (await findDocument(db, viewer, id)).version)
  const html = await (await client.get(`/mgmt/${id}/sign-setting`)).text()
  const { signatories } = await db
    .selectFrom('signing.setting')
    .select('signatories')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(signatories.map(({ party, name, email, locale }) => [party, name, email, locale])).toEqual([
    ['a', '陈莲 Chen Lian', 'chen@lotus.example', undefined],
    ['a', 'zhou', 'zhou@example.com', 'en_US'],
    ['b', 'Oliver Grant', 'oliver@kestrel.example', 'zh_TW'],
  ])
  expect(html).toContain('zhou@example.com')
  expect(html).not.toContain('grant@kestrel.example')
})

test('without a named reviewer the table is empty at first', async () => {
  const { viewer } = cast.lin
  const { id, version } = await filledDraft(db, viewer)
  await addExternal(db, viewer, id, OLIVER)
  await finaliseDocument(db, viewer, id, version)
  const settings = db.selectFrom('signing.setting').select('document_id').where('document_id', '=', id)
  expect(await settings.executeTakeFirst()).toBeUndefined()
})

test('a signer joins the party of the same organisation or domain; otherwise ours joins the first, others the last', async () => {
  const { viewer } = cast.lin
  const { id } = await filledDraft(db, viewer)
  const document = await findDocument(db, viewer, id)
  const person = (name: string, email: string, organisation = '', internal = false) => ({
    name,
    email,
    organisation,
    internal,
    locale: 'en_US' as const,
  })
  const placed = (...signers: ReturnType<typeof person>[]) =>
    withSigners(document, signers)
      .slice()
      .map(({ party, name }) => `${party} ${name}`)
  const lian = 'a 陈莲 Chen Lian'
  const grant = 'b Oliver Grant'
  expect(placed(person('Ann', 'ann@x.example', ' kestrel robotics ltd '))).toEqual([lian, grant, 'b Ann'])
  expect(placed(person('Wen', 'wen@LOTUS.example'))).toEqual([lian, 'a Wen', grant])
  expect(placed(person('Ken', 'ken@x.example'))).toEqual([lian, grant, 'b Ken'])
  expect(placed(person('Kim', 'kim@x.example', '', true))).toEqual([lian, 'a Kim', grant])
  expect(placed(person('Oliver Grant', 'other@x.example'))).toEqual([lian, grant])
  const many = Array.from({ length: 12 }, (_, n) => person(`P${n}`, `p${n}@x.example`))
  expect(withSigners(document, many).filter(({ party }) => party === 'b')).toHaveLength(10)
})

test('a party without signatories gets the named signer', async () => {
  const { viewer } = cast.lin
  const { id } = await filledDraft(db, viewer)
  const document = await findDocument(db, viewer, id)
  const nobody = { legalRepresentative: '', signerName: '', email: '' }
  const parties = document.answers.parties.map((party) =>
    party.key === 'b' ? { ...party, ...nobody } : party,
  )
  const signer = {
    name: 'Ann',
    email: 'ann@x.example',
    organisation: '',
    internal: false,
    locale: 'en_US' as const,
  }
  const list = withSigners({ ...document, answers: { ...document.answers, parties } }, [signer])
  expect(list.map(({ party, name, email }) => [party, name, email])).toEqual([
    ['a', '陈莲 Chen Lian', 'chen@lotus.example'],
    ['b', 'Ann', 'ann@x.example'],
  ])
})
