import type { FormState } from '#src/http/body.ts'
import { FieldNote } from '#views/forms.tsx'
import { Icon, type IconName } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import type { PaymentMethod } from '../../payments/payment-method.ts'

const ICONS: Record<PaymentMethod['name'], IconName> = {
  bank: 'bank',
  alipay: 'wallet',
  wechat: 'qr',
  paypal: 'globe',
  sandbox: 'info',
}

interface Props extends Pick<FormState, 'problems'> {
  methods: PaymentMethod[]
  chosen: PaymentMethod
}

/** The payment methods, each with its next step and its currency. */
export function MethodField({ methods, chosen, problems }: Props) {
  const t = useTranslations('orders')
  return (
    <fieldset className="my-2 sm:col-span-2">
      <legend className="mb-1 text-sm">{t('method')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {methods.map(({ name, currency }, index) => (
          <label
            key={name}
            className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 p-3 hover:border-primary has-checked:border-primary has-checked:bg-base-200"
          >
            <input
              type="radio"
              id={index === 0 ? 'method' : undefined}
              name="method"
              aria-invalid={problems?.method ? true : undefined}
              aria-describedby={problems?.method && 'method-note'}
              value={name}
              defaultChecked={name === chosen.name}
              className="radio radio-sm mt-0.5"
            />
            <span className="min-w-0 flex-1">
              <span className="font-medium">{t(`methods.${name}`)}</span>
              <span className="block text-base-content/75 text-sm">
                {t(`confirm.way.${name}`)}
                {currency === 'USD' && ` ${t('confirm.inDollars')}`}
              </span>
            </span>
            <Icon name={ICONS[name]} className="mt-0.5 size-5 shrink-0 text-base-content/75" />
          </label>
        ))}
      </div>
      <FieldNote name="method" problem={problems?.method} />
    </fieldset>
  )
}
