import { randomInt } from 'node:crypto'
import { fromNow, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import { keyedHash, sameText } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { drawPicture } from './captcha-picture/draw.ts'
import { CHARACTERS } from './captcha-picture/strokes.ts'
import { requiredBits } from './captcha-proof.ts'
import { consumeNonce } from './nonce.ts'

export interface Picture {
  id: string
  png: Buffer
}

/** An arithmetic problem in words, for people who cannot read the picture; the answer is in digits. */
export interface Sum {
  id: string
  left: number
  right: number
  minus: boolean
}

export type Captcha = Picture | Sum

const ANSWER_LENGTH = 4

/** Draws a captcha for one visitor, valid for five minutes; nothing is stored until it is answered. */
export function drawCaptcha(visitor: string): Picture {
  const characters = Array.from(
    { length: ANSWER_LENGTH },
    () => CHARACTERS[randomInt(CHARACTERS.length)],
  ).join('')
  return {
    id: sealedId(visitor, config.CAPTCHA_ANSWER ?? characters, requiredBits()),
    png: drawPicture(characters),
  }
}

export function drawSum(visitor: string): Sum {
  const minus = randomInt(2) === 1
  const left = randomInt(21, 60)
  const right = randomInt(2, 20)
  return { id: sealedId(visitor, String(minus ? left - right : left + right), 0), left, right, minus }
}

/**
 * The id of a captcha: its number, expiry and required bits, a seal over these and the visitor, and a seal
 * over the answer. Only our key can check an answer.
 */
function sealedId(visitor: string, answer: string, work: number): string {
  const drawing = `${newId()}.${fromNow(5 * MINUTE).getTime()}.${work}`
  return `${drawing}.${drawingSeal(visitor, drawing)}.${answerSeal(drawing, answer)}`
}

const SEALED_ID = /^([0-9a-f-]{36}\.(\d{13})\.\d{1,2})\.([0-9a-f]{64})\.([0-9a-f]{64})$/

/** Uses up the captcha, whatever the answer, and returns whether the answer was right. */
export async function consumeCaptcha(db: Db, visitor: string, id: string, answer: string): Promise<boolean> {
  const [, drawing = '', expiryText, sentDrawingSeal = '', sentAnswerSeal = ''] = SEALED_ID.exec(id) ?? []
  const expiresAt = new Date(Number(expiryText))
  if (!sameText(drawingSeal(visitor, drawing), sentDrawingSeal) || expiresAt <= now()) return false
  return (
    (await consumeNonce(db, `captcha ${drawing}`, expiresAt)) &&
    sameText(answerSeal(drawing, answer), sentAnswerSeal)
  )
}

const drawingSeal = (visitor: string, drawing: string) =>
  keyedHash(config.secretKey, `captcha ${visitor} ${drawing}`)

const answerSeal = (drawing: string, answer: string) =>
  keyedHash(config.secretKey, `captcha answer ${drawing} ${answer.trim().toLowerCase()}`)
