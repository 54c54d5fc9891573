import svgCaptcha from 'svg-captcha'
import { MINUTE, now } from './clock.ts'
import { config } from './config.ts'
import type { Db } from './database.ts'
import { isId, newId } from './ids.ts'
import { hashOf, keyedHash } from './secrets.ts'

/** Draws a captcha for one visitor; only the keyed hash of its answer is kept, for five minutes. */
export async function drawCaptcha(db: Db, visitor: string): Promise<{ id: string; svg: string }> {
  const drawn = svgCaptcha.create({
    size: 4,
    noise: 4,
    color: true,
    ignoreChars: '0oO1iIlL',
    width: 132,
    height: 48,
    fontSize: 42,
  })
  const id = newId()
  const answer = config.CAPTCHA_ANSWER ?? drawn.text
  await db
    .insertInto('platform.captcha')
    .values({
      id,
      visitor_hash: hashOf(visitor),
      answer_hash: answerHash(id, answer),
      expires_at: new Date(now().getTime() + 5 * MINUTE),
    })
    .execute()
  return { id, svg: drawn.data }
}

/** Uses the captcha up, right or wrong, and tells whether the answer was right. */
export async function consumeCaptcha(db: Db, visitor: string, id: string, answer: string): Promise<boolean> {
  if (!isId(id)) return false
  const used = await db
    .deleteFrom('platform.captcha')
    .where('id', '=', id)
    .where('visitor_hash', '=', hashOf(visitor))
    .where('expires_at', '>', now())
    .returning('answer_hash')
    .executeTakeFirst()
  return used?.answer_hash === answerHash(id, answer)
}

export async function forgetOldCaptchas(db: Db) {
  await db.deleteFrom('platform.captcha').where('expires_at', '<', now()).execute()
}

function answerHash(id: string, answer: string): string {
  return keyedHash(config.secretKey, `captcha ${id} ${answer.trim().toLowerCase()}`)
}
