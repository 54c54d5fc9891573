import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendAsCustomer } from '#modules/chat/conversation.ts'
import { storeFeedback } from '#modules/messaging/feedback.ts'
import { storeSlip } from '#modules/orders/payments/bank/slip.ts'
import { newId } from '#src/core/ids.ts'
import { checkFiles } from '#src/jobs/check-files.ts'
import { orderAt } from '#tests/cast/orders.ts'
import { openWorld } from '#tests/cast/world.ts'
import { testDatabase } from '#tests/support/database.ts'
import { png } from '#tests/support/pictures.ts'
import { up } from '../../../migrations/20261123T1410_platform_stored_file.ts'

const LONG = process.env.LONG === '1'

test.runIf(LONG)(
  'files of before are listed from what names them, and the first night takes the hashes that nothing knew',
  async () => {
    const db = await testDatabase()
    const { cast } = await openWorld(db)
    const { viewer } = cast.lin
    const file = { type: 'png' as const, name: 'seal.png', bytes: png() }
    await sendAsCustomer(db, viewer, { words: '', key: newId(), file }, 'en_US')
    await storeSlip(db, (await orderAt(db, viewer, 'bank')).id, file)
    const asked = { question: 'Why?', email: 'lin@lotus.example', locale: 'en_US' as const }
    await storeFeedback(db, { ...asked, accountId: null, picture: png() }, false)
    const listed = () =>
      db
        .selectFrom('platform.stored_file')
        .select(['key', 'sha256', 'bytes', 'damage'])
        .orderBy('key')
        .execute()
    const written = await listed()
    const kinds = new Set(written.map(({ key }) => key.split('/')[0]))
    expect([...kinds].sort()).toEqual([
      'archives',
      'chat',
      'consultations',
      'documents',
      'feedback',
      'invoices',
      'signings',
      'slips',
    ])
    await sql`drop table platform.stored_file`.execute(db)
    await up(db as never)
    const adopted = await listed()
    expect(adopted.map(({ key }) => key)).toEqual(written.map(({ key }) => key))
    for (const [index, { sha256 }] of adopted.entries())
      expect([adopted[index]!.key, sha256]).toEqual([adopted[index]!.key, sha256 && written[index]!.sha256])
    expect(adopted.filter(({ sha256 }) => sha256 === null).length).toBeGreaterThan(4)
    await checkFiles.now(db, {})
    const checked = (await listed()).map(({ bytes: _, ...row }) => row)
    expect(checked).toEqual(written.map(({ bytes: _, ...row }) => row))
  },
)
