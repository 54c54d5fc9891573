import type { Problems } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { QrCode } from '#views/values/qr-code.tsx'
import { BANK_DETAILS, type BankDetails, type PaymentInstructions } from '../../payments/payment-method.ts'
import type { Order } from '../order.ts'
import { TimeLeft, useGoods } from './order-parts.tsx'
import { SlipPanel, type UploadedSlip } from './slip-panel.tsx'

interface Props {
  order: Order
  /**
   * The instructions for the payer; null once payment is closed, undefined while the gateway does not
   * answer.
   */
  instructions: PaymentInstructions | null | undefined
  /** The last receipt of a transfer. */
  slip?: UploadedSlip
  /** Whether a receipt has just been uploaded. */
  isUploaded?: boolean
  problems?: Problems
}

/** The page for paying an order. It is updated automatically when the money arrives. */
export function PaymentPage({ order, instructions: begun, slip, isUploaded, problems }: Props) {
  const t = useTranslations('orders')
  const goods = useGoods()
  const refreshes = order.method !== 'bank' && begun !== null
  const facts = [
    { label: t('number'), value: order.number },
    { label: t('goods.label'), value: goods(order) },
    { label: t('total'), value: <Money amount={order.total} currency={order.currency} /> },
    { label: t('method'), value: t(`methods.${order.method}`) },
    { label: t('timeLeft'), value: <TimeLeft order={order} /> },
  ]
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={t('payment.title')}>
        <a href={`/mgmt/orders/${order.id}`} className="btn btn-ghost">
          {t('payment.toOrder')}
        </a>
      </PageHead>
      {isUploaded && slip && !slip.refused_at && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t('slip.done')}
        </p>
      )}
      <Panel title={t('payment.order')}>
        <Facts facts={facts} />
        {begun && 'go' in begun && (
          <a href={begun.go} className="btn btn-primary mt-4 w-full sm:w-auto">
            {t('payment.go', { method: t(`methods.${order.method}`) })}
          </a>
        )}
        {begun && 'qr' in begun && (
          <>
            <QrCode text={begun.qr} label={t('payment.scan')} />
            <p className="mt-2 text-center text-sm md:hidden">{t('payment.scanElsewhere')}</p>
          </>
        )}
        {begun === undefined && (
          <p role="alert" className="alert alert-warning alert-soft mt-4">
            {t('payment.silent')}
            <a className="link" href={`/mgmt/orders/${order.id}/payment`}>
              {t('payment.again')}
            </a>
          </p>
        )}
        {begun === null && <p className="alert mt-4">{t('payment.over')}</p>}
        {refreshes && (
          <p
            role="status"
            className="mt-3 text-base-content/75 text-sm"
            hx-get={`/mgmt/orders/${order.id}/payment?wait`}
            hx-trigger="every 4s"
            hx-swap="none"
          >
            {t('payment.waits')}
          </p>
        )}
      </Panel>
      {begun && 'details' in begun && (
        <div className="mt-4 grid gap-4">
          <BankTransfer order={order} details={begun.details} />
          <SlipPanel orderId={order.id} slip={slip} problems={problems} />
        </div>
      )}
    </div>
  )
}

/** A button that copies a text for the bank's app on a phone, because nineteen digits are long to type. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('orders.bank')
  return (
    <button
      type="button"
      className="btn btn-ghost btn-xs ml-2"
      data-copy-link={text}
      data-copied={t('copied')}
      aria-label={`${t('copy')}: ${label}`}
    >
      {t('copy')}
    </button>
  )
}

const COPYABLE_DETAILS: readonly (keyof BankDetails)[] = ['holder', 'code', 'number']

/** Our bank account, for payers in mainland China. */
function BankTransfer({ order, details }: { order: Order; details: BankDetails }) {
  const t = useTranslations('orders.bank')
  const facts = BANK_DETAILS.flatMap((key) => {
    const text = details[key]
    if (!text) return []
    // The value is in Chinese in every language of the page, because banks in mainland China require this.
    const value = (
      <>
        <span lang="zh-CN">{text}</span>
        {COPYABLE_DETAILS.includes(key) && <CopyButton text={text} label={t(key)} />}
      </>
    )
    return [{ label: t(key), value }]
  })
  return (
    <>
      <Panel title={t('title')}>
        <p className="mb-3">{t('mainland')}</p>
        <Facts
          facts={[
            ...facts,
            {
              label: t('remark'),
              value: (
                <>
                  <strong className="select-all">{order.number}</strong>
                  <CopyButton text={order.number} label={t('remark')} />
                </>
              ),
            },
          ]}
        />
        <p className="alert alert-info alert-soft mt-3 text-sm">
          {t('remarkHint', { number: order.number, until: momentText(order.pay_until) })}
        </p>
      </Panel>
      <Panel title={t('overseasTitle')}>
        <p>
          {t('overseas')}{' '}
          <a className="link link-primary" href="/mgmt/online-service">
            {t('contact')}
          </a>
        </p>
      </Panel>
    </>
  )
}
