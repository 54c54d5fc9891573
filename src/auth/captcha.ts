import { randomInt } from 'node:crypto'
import svgCaptcha from 'svg-captcha'
import type { Db } from '#src/app/database.ts'
import { fromNow, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { isId, newId } from '#src/core/ids.ts'
import { hashOf, keyedHash } from '#src/core/secrets.ts'

export interface Picture {
  id: string
  svg: string
}

/** A sum for whoever cannot read the picture; asked in words, answered in figures. */
export interface Sum {
  id: string
  left: number
  right: number
  minus: boolean
}

export type Captcha = Picture | Sum

/** Draws a captcha for one visitor; only the keyed hash of its answer is kept, for five minutes. */
export async function drawCaptcha(db: Db, visitor: string): Promise<Picture> {
  const drawn = svgCaptcha.create({
    size: 4,
    noise: 4,
    color: true,
    ignoreChars: '0oO1iIlL',
    width: 132,
    height: 48,
    fontSize: 42,
  })
  return { id: await keepAnswer(db, visitor, config.CAPTCHA_ANSWER ?? drawn.text), svg: drawn.data }
}

export async function drawSum(db: Db, visitor: string): Promise<Sum> {
  const minus = randomInt(2) === 1
  const left = randomInt(21, 60)
  const right = randomInt(2, 20)
  const id = await keepAnswer(db, visitor, String(minus ? left - right : left + right))
  return { id, left, right, minus }
}

async function keepAnswer(db: Db, visitor: string, answer: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('platform.captcha')
    .values({
      id,
      visitor_hash: hashOf(visitor),
      answer_hash: answerHash(id, answer),
      expires_at: fromNow(5 * MINUTE),
    })
    .execute()
  return id
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
