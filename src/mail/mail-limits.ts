import { type Limit, takePoint } from '#src/auth/rate-limit.ts'
import { mailboxOf } from './mailbox.ts'

const ofMailbox = (name: string, points: number): Limit => ({
  ...{ name, points, per: 86_400 },
  words: 'common.limit.mailbox',
})
const ofTeam = (name: string, points: number): Limit => ({
  ...{ name, points, per: 86_400 },
  words: 'common.limit.team',
})

/** What is asked of others: of one team to one mailbox, of one team in all, and of whomever to one mailbox. */
const SIGNING = ofMailbox('signing-mailbox', 50)
const SIGNING_TEAM = ofTeam('signing-team', 300)
const SIGNING_RECIPIENT = ofMailbox('signing-recipient', 100)
const REMINDERS: Limit = { name: 'reminders', points: 100, per: 86_400, words: 'common.limit.reminders' }

/** Before somebody is asked to sign. Throws TOO_MANY_REQUESTS; what was taken until then stays taken. */
export async function takeSigningPoints(teamId: string, email: string) {
  const mailbox = mailboxOf(email)
  await takePoint(SIGNING, `${teamId} ${mailbox}`)
  await takePoint(SIGNING_RECIPIENT, mailbox)
  await takePoint(SIGNING_TEAM, teamId)
}

/** Before somebody is reminded, of whatever: so many a day of one team, beside the one a day of each person. */
export const takeReminderPoint = (teamId: string) => takePoint(REMINDERS, teamId)
