import { consumeCaptcha } from '#src/auth/captcha.ts'
import { provesWork } from '#src/auth/captcha-proof.ts'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Values } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { wantsJson } from '#src/http/envelope.ts'
import type { Ctx } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'

/**
 * Browsers without scripts compute no proof, so the number of answers without a proof is limited per
 * network.
 */
const WITHOUT_PROOF_LIMIT: Limit = { name: 'captcha-without-proof', points: 20, per: 3600 }

/**
 * The limit of answers per network, which may be a whole office; each answer is stored until its captcha
 * expires.
 */
const ANSWER_LIMIT: Limit = { name: 'captcha-answer', points: 200, per: 600 }

/**
 * Consumes the captcha of a form, and returns whether the answer was right. Throws CAPTCHA_PROOF_MISSING for
 * an answer without proof of work after too many such answers, without consuming the captcha; and
 * TOO_MANY_REQUESTS.
 */
export async function passesCaptcha(c: Ctx, values: Values): Promise<boolean> {
  const { captchaId = '', captcha = '', captchaProof = '' } = values
  await consumePoint(ANSWER_LIMIT, networkOf(c))
  if (!provesWork(captchaId, captchaProof)) await countUnproved(networkOf(c))
  return consumeCaptcha(c.var.db, c.var.visitor, captchaId, captcha)
}

async function countUnproved(network: string) {
  try {
    await consumePoint(WITHOUT_PROOF_LIMIT, network)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('CAPTCHA_PROOF_MISSING', error.details)
  }
}

/** The locale key and status of the problem of a captcha, for a form that is shown again; or null. */
export async function captchaProblem(
  c: Ctx,
  values: Values,
): Promise<{ words: MessageKey; status: 422 | 429 } | null> {
  try {
    if (await passesCaptcha(c, values)) return null
    return { words: 'common.error.CAPTCHA_VERIFICATION_COED_ERROR', status: 422 }
  } catch (error) {
    if (!(error instanceof AppError) || wantsJson(c)) throw error
    return { words: error.words, status: 429 }
  }
}
