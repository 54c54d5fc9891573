import type { Translate } from '#src/core/i18n.ts'
import { type Currency, readDecimal } from '#src/core/money.ts'
import { dynamicKey } from '#views/language/messages.ts'
import type { Language } from '#views/language.tsx'
import { moneyText } from '#views/values/money.tsx'
import type { Change } from '../desk-log.ts'

/** Locale keys of codes; names and days are shown unchanged. */
const WORDS: Partial<Record<Change['what'], string>> = {
  state: 'states',
  role: 'role',
  plan: 'package',
  period: 'months',
  days: 'serviceDays',
}

/** Facts about something new, which had no value before. */
const NEW_THINGS = new Set<Change['what']>([
  'order',
  'amount',
  'uses',
  'takenBack',
  'payee',
  'coupon',
  'couponUses',
  'couponUntil',
])

const COUNTED_ITEMS = /(single_[12]|single_esign|document_[12]|esign) × (\d+)/g

export type InLanguage = Pick<Language, 'tag' | 'format'> & { t: Translate }

/** A change in words, with the value before and after, for pages and the file of the log. */
export function changeWords({ what, before, after }: Change, language: InLanguage): string {
  const { t } = language
  const words = (value: string) => valueWords(what, value, language)
  const isNew = !before && NEW_THINGS.has(what)
  const values = before === after || isNew ? words(after) : `${words(before)} → ${words(after)}`
  return `${t(`desk.change.${what}`)}${t('desk.change.colon')}${values}`
}

function valueWords(what: Change['what'], value: string, { t, ...language }: InLanguage): string {
  if (!value) return t('desk.change.none')
  if (what === 'amount') {
    const [currency, text = ''] = value.split(' ')
    const amount = readDecimal(text)
    return amount === null ? value : moneyText(language, amount, currency as Currency)
  }
  if (what === 'uses' || what === 'takenBack')
    return value.replace(COUNTED_ITEMS, (_, code: string, count: string) => {
      const key = code.startsWith('single_')
        ? dynamicKey(`orders.package.${code}`)
        : dynamicKey(`orders.kind.${code}`)
      return `${t(key)} × ${count}`
    })
  if (what === 'staffRoles')
    return value
      .split(' ')
      .map((role) => t(dynamicKey(`desk.staff.roles.${role}.name`)))
      .join(t('desk.staff.separator'))
  if (what === 'package') return t(dynamicKey(`orders.package.${value}`))
  if (what === 'paidBy') return t(dynamicKey(`orders.paidBy.${value}`))
  if (what === 'identity') return t(dynamicKey(`accounts.identities.${value}`))
  return WORDS[what] ? t(dynamicKey(`desk.${WORDS[what]}.${value}`)) : value
}
