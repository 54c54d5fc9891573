import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendDigests } from '#modules/messaging/inbox/digest.ts'
import { openAllMessages, openMessage, sendMessage } from '#modules/messaging/inbox/message.ts'
import { SCHEDULE } from '#src/app/schedule.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import type { PersonName } from '#tests/cast/people.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()

const MORNING = Date.parse('2026-03-02T08:30:00+08:00')
let day = 0

beforeEach(async () => {
  for (const table of [
    'messaging.message',
    'messaging.digest',
    'platform.mail',
    'accounts.notice_choice',
  ] as const)
    await context.db.deleteFrom(table).execute()
  day = 0
  setClock(() => new Date(MORNING + day * DAY))
})
afterEach(() => setClock(null))

const joined = (who: PersonName, name: string) =>
  sendMessage(context.db, [context.cast[who].viewer.id], {
    kind: 'memberJoined',
    facts: { who: name, team: 'Lotus' },
    path: '/mgmt/acct-info/members',
  })
const morning = () => sendDigests.now(context.db, {} as never)
const lettersTo = async (who: PersonName) => (await mailsTo(context.db, `${who}@example.com`)).reverse()

describe('the daily digest', () => {
  test('is due at half past eight in Shanghai', () => {
    expect(SCHEDULE.digests).toBe('30 8 * * *')
  })

  test('lists unread messages in order with links; the next day only newer messages', async () => {
    for (const name of ['Ada', 'Bea', 'Cleo']) await joined('lin', name)
    await morning()
    await joined('lin', 'Dora')
    day = 1
    await morning()
    const [first, second, ...more] = await lettersTo('lin')
    expect(more).toEqual([])
    expect(first!.subject).toBe('3 unread messages')
    expect(
      first!.text.match(/(Ada|Bea|Cleo|Dora) has joined Lotus\nhttp\S+/g)?.map((line) => line.slice(0, 4)),
    ).toEqual(['Ada ', 'Bea ', 'Cleo'])
    expect(second!.text).toMatch(/Dora has joined Lotus/)
    expect(second!.text).not.toMatch(/Ada|Bea|Cleo/)
  })

  test('is not sent if all messages are read, and is sent once a day, even if the job runs often', async () => {
    await joined('lin', 'Ada')
    await joined('hannah', 'Ada')
    await openAllMessages(context.db, context.cast.lin.viewer)
    await Promise.all([morning(), morning(), morning()])
    await joined('hannah', 'Bea')
    await morning()
    expect([(await lettersTo('lin')).length, (await lettersTo('hannah')).length]).toEqual([0, 1])
    day = 1
    await morning()
    expect((await lettersTo('hannah')).map(({ text }) => /Ada|Bea/.exec(text)?.[0])).toEqual(['Ada', 'Bea'])
  })

  test('omits a message that was read before, also in later digests', async () => {
    await joined('lin', 'Ada')
    const ada = await context.db.selectFrom('messaging.message').select('id').executeTakeFirstOrThrow()
    await joined('lin', 'Bea')
    await openMessage(context.db, context.cast.lin.viewer, ada.id)
    await morning()
    await joined('lin', 'Cleo')
    day = 1
    await morning()
    const letters = await lettersTo('lin')
    expect(letters.map(({ text }) => text.match(/(Ada|Bea|Cleo) has joined/g))).toEqual([
      ['Bea has joined'],
      ['Cleo has joined'],
    ])
  })

  test('omits messages that its reader no longer wants by mail', async () => {
    await joined('lin', 'Ada')
    const ways = {
      due: 'now',
      reviews: 'now',
      signatures: 'none',
      endings: 'now',
      team: 'none',
      service: 'now',
      locale: '',
    }
    await context.cast.lin.client.post('/mgmt/acct-info/notices', ways)
    await morning()
    expect(await lettersTo('lin')).toEqual([])
  })

  test('lists thirty messages and counts the others', async () => {
    for (let n = 0; n < 33; n++) await joined('lin', `Ada${n}`)
    await morning()
    const [letter] = await lettersTo('lin')
    expect(letter!.text.match(/has joined/g)).toHaveLength(30)
    expect(letter!.text).toMatch(/(?<!\d)3 more messages on the site\./)
  })
})
