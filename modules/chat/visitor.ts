import * as v from 'valibot'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import { appendFromCustomer, lockConversationOf } from './conversation.ts'
import { MessageForm, type NewMessage } from './message.ts'
import { agentOnline } from './presence.ts'

/** The form with which a visitor without an account begins. */
export const VisitorForm = v.object({
  ...MessageForm.entries,
  name: v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(100, 'common.problem.tooLong')),
  email: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.transform(foldAddress),
    v.check(isAddress, 'common.problem.format'),
  ),
})

/** The number of days for which a cookie or a mailed link opens a conversation after its last use. */
export const DAYS_OPEN = 30

/** The maximum number of a conversation's cookies, and of its links; a newer one ends the oldest. */
const MAX_OPEN = 20

/** Creates a token that opens the conversation; only its hash is stored. */
async function issue(trx: Db, conversationId: string, kind: 'cookie' | 'link'): Promise<string> {
  const token = newToken()
  const expires_at = fromNow(DAYS_OPEN * DAY)
  await trx
    .insertInto('chat.visitor_token')
    .values({ token_hash: hashOf(token), conversation_id: conversationId, kind, expires_at })
    .execute()
  await trx
    .deleteFrom('chat.visitor_token')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('chat.visitor_token')
        .select('token_hash')
        .where('conversation_id', '=', conversationId)
        .where('kind', '=', kind)
        .orderBy('expires_at', 'desc')
        .offset(MAX_OPEN),
    )
    .execute()
  return token
}

/** Begins a visitor's conversation with their first message; returns the token for their cookie. */
export async function beginAsVisitor(
  db: Db,
  { name, email }: { name: string; email: string },
  message: NewMessage,
  locale: Locale,
): Promise<string> {
  const id = newId()
  const times = { waiting_since: now(), created_at: now(), updated_at: now() }
  const visitor = { account_id: null, visitor_name: name || null, visitor_email: email }
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('chat.conversation')
      .values({ id, ...visitor, locale, state: 'waiting', ...times })
      .execute()
    await appendFromCustomer(trx, await lockConversationOf(trx, { id }), message, locale)
    return issue(trx, id, 'cookie')
  })
}

export async function sendAsVisitor(db: Db, id: string, message: NewMessage, locale: Locale) {
  await db
    .transaction()
    .execute(async (trx) => appendFromCustomer(trx, await lockConversationOf(trx, { id }), message, locale))
}

/** The conversation of a token, and whether staff are present. */
export async function findByToken(db: Db, token: string | undefined, kind: 'cookie' | 'link' = 'cookie') {
  if (!token) return undefined
  return db
    .selectFrom('chat.visitor_token')
    .innerJoin('chat.conversation as conversation', 'conversation.id', 'conversation_id')
    .select(['conversation.id', 'account_id', 'last_seq', 'read_seq', 'seen_seq', 'visitor_email'])
    .select(agentOnline().as('online'))
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

/** For a mail: a link that also opens the conversation in another browser. */
export const issueLink = (trx: Db, conversationId: string) => issue(trx, conversationId, 'link')

/** The token for the cookie of a browser that followed a mailed link; null for an invalid link. */
export async function enterByLink(db: Db, link: string): Promise<string | null> {
  const conversation = await findByToken(db, link, 'link')
  return conversation ? issue(db, conversation.id, 'cookie') : null
}
