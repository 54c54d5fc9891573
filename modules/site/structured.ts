import { config } from '#src/core/config.ts'
import { type Locale, languageTag, translate } from '#src/core/i18n.ts'
import { decimal, type Money } from '#src/core/money.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { type Pricing, priceIn } from './pricing.ts'

const CONTEXT = 'https://schema.org'

export function organisation(locale: Locale): object {
  const t = translate(locale)
  const { company } = config
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    name: company.name[locale],
    alternateName: t('common.brand'),
    url: publicUrl('/product'),
    logo: publicUrl('/images/seal.png'),
    email: company.mail,
    telephone: company.phone,
    address: company.address[locale],
  }
}

export function software(locale: Locale, { monthly }: Pricing): object {
  const t = translate(locale)
  const offer = (name: string, price: Money) => ({
    '@type': 'Offer',
    name,
    price: decimal(price),
    priceCurrency: 'CNY',
    url: publicUrl('/pricing'),
  })
  return {
    '@context': CONTEXT,
    '@type': 'SoftwareApplication',
    name: t('common.brand'),
    description: t('site.product.description'),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    inLanguage: languageTag(locale),
    offers: [
      offer(t('site.pricing.plan.free'), 0n),
      ...monthly.map((one) =>
        offer(t(dynamicKey(`site.pricing.plan.${one.code}`)), priceIn(one, 'monthly', 'CNY')!),
      ),
    ],
  }
}
