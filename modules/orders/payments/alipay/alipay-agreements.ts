import * as v from 'valibot'
import { DAY, now, shanghaiDay } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { decimal } from '#src/core/money.ts'
import { GatewayRefused, refusedForGood } from '../gateway.ts'
import type { Agreement, AgreementStatus, Agreements, ChargeAnswer } from '../payment-method.ts'
import { alipayNotifyUrl, alipaySdk, callAlipay, stamp } from './alipay-client.ts'

/** The product “periodic deduction”, which our contract with Alipay must include. */
const PRODUCT = { personal_product_code: 'CYCLE_PAY_AUTH_P', sign_scene: 'INDUSTRY|DEFAULT_SCENE' }

/** The response of alipay.user.agreement.query. */
const AgreementAnswer = v.object({
  agreementNo: v.string(),
  externalAgreementNo: v.string(),
  status: v.picklist(['TEMP', 'NORMAL', 'STOP']),
})

/** Alipay has no such agreement: it was never concluded, or it has ended. */
const isUnknown = (error: unknown) =>
  error instanceof GatewayRefused && /AGREEMENT_NOT_EXIST|USER_AGREEMENT_NOT/.test(error.code)

const identification = ({ reference, number }: Agreement): Record<string, string> =>
  reference ? { agreement_no: reference } : { external_agreement_no: number, ...PRODUCT }

/** The last day on which a charge can be made in its period; the 28th exists in every month. */
function executeDay(firstChargeAt: Date): string {
  const day = shanghaiDay(new Date(firstChargeAt.getTime() + 2 * DAY))
  return Number(day.slice(8)) > 28 ? `${day.slice(0, 8)}28` : day
}

/**
 * Periodic deduction (周期扣款). A charge is allowed from five days before the agreed day, and until it has
 * succeeded once in its period.
 */
export const alipayAgreements: Agreements = {
  begin: async (_, agreement, mandateId) => {
    const sdk = await alipaySdk()
    const page = sdk.pageExecute('alipay.user.agreement.page.sign', 'GET', {
      bizContent: {
        ...PRODUCT,
        product_code: 'GENERAL_WITHHOLDING',
        external_agreement_no: agreement.number,
        access_params: { channel: 'QRCODE' },
        period_rule_params: {
          period_type: 'MONTH',
          period: String(agreement.months),
          execute_time: executeDay(agreement.firstChargeAt),
          single_amount: decimal(agreement.limit),
        },
      },
      timestamp: stamp(now()),
      returnUrl: `${config.baseUrl}/payments/alipay/return?mandate=${mandateId}`,
      notifyUrl: alipayNotifyUrl(),
    })
    return { go: page }
  },
  query: async (_, agreement) => {
    try {
      const answer = await callAlipay('alipay.user.agreement.query', identification(agreement))
      return statusOf(v.parse(AgreementAnswer, answer), agreement)
    } catch (error) {
      if (isUnknown(error)) return { state: agreement.reference ? 'ended' : 'open' }
      throw error
    }
  },
  end: async (_, agreement) => {
    await callAlipay('alipay.user.agreement.unsign', identification(agreement)).catch((error) => {
      if (!isUnknown(error)) throw error
    })
  },
  charge: async (_, agreement, { number, total }) => {
    try {
      const request = {
        out_trade_no: number,
        product_code: 'CYCLE_PAY_AUTH',
        subject: `契书 Qishu ${number}`,
        total_amount: decimal(total),
        agreement_params: { agreement_no: agreement.reference! },
      }
      await callAlipay('alipay.trade.pay', request, { notifyUrl: alipayNotifyUrl() })
      return 'requested'
    } catch (error) {
      return answerTo(error)
    }
  },
}

/** The state of an agreement. Throws for a response about another one. */
function statusOf(answer: v.InferOutput<typeof AgreementAnswer>, { number }: Agreement): AgreementStatus {
  if (answer.externalAgreementNo !== number) throw new Error('Alipay answered about another agreement')
  if (answer.status === 'NORMAL') return { state: 'active', reference: answer.agreementNo }
  return { state: answer.status === 'STOP' ? 'ended' : 'open' }
}

/**
 * Error codes for a charge that was accepted but not decided, or that was already paid with the same number.
 */
const UNDECIDED = ['10003', '20000', 'ACQ.TRADE_HAS_SUCCESS']

function answerTo(error: unknown): ChargeAnswer {
  if (error instanceof GatewayRefused && UNDECIDED.includes(error.code)) return 'requested'
  const code = refusedForGood(error)
  if (!code) throw error
  if (/BALANCE_NOT_ENOUGH|NO_PAY_CHANNELS|PAYMENT_FAIL/.test(code)) return 'money'
  return /AGREEMENT/.test(code) ? 'agreement' : 'refused'
}
