import { type Captcha, drawCaptcha, drawSum } from '#src/auth/captcha.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Values } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import type { Ctx } from '#src/http/web.ts'

/** Arithmetic problems are easier for programs than pictures, so their number is limited per address. */
const SUM_LIMIT = { name: 'captcha-sum', points: 20, per: 3600 }

/** The values of the form, with a request for the other kind of captcha. */
export function otherKind(values: Values): Values {
  return { ...values, captchaKind: values.captchaKind === 'sum' ? 'picture' : 'sum' }
}

/** A new captcha of the same kind as before, as long as arithmetic problems are allowed. */
export async function freshCaptcha(c: Ctx, values: Values = {}): Promise<Captcha> {
  const { visitor } = c.var
  if (values.captchaKind !== 'sum') return drawCaptcha(visitor)
  try {
    await consumePoint(SUM_LIMIT, networkOf(c))
  } catch (error) {
    if (error instanceof AppError) return drawCaptcha(visitor)
    throw error
  }
  return drawSum(visitor)
}
