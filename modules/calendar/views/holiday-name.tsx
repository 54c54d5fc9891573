import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'

/** The public holidays by their names in the notices of the State Council. */
export const HOLIDAYS = {
  元旦: 'newYear',
  春节: 'springFestival',
  清明节: 'qingming',
  劳动节: 'labourDay',
  端午节: 'dragonBoat',
  中秋节: 'midAutumn',
  国庆节: 'nationalDay',
} as const

const HAN = /\p{Script=Han}/u

const keyOf = (name: string) => Object.entries(HOLIDAYS).find(([holiday]) => holiday === name)?.[1]

/**
 * Makes a function that translates the name of a holiday, or of several joined by 、, to the page's language.
 * Names that are not listed above are returned unchanged.
 */
function useTranslatedNames() {
  const t = useTranslations('calendar')
  return (name: string) => {
    const keys = name.split('、').map((one) => keyOf(one.trim()))
    if (keys.some((key) => !key)) return name
    return keys.map((key) => t(dynamicKey<'calendar'>(`holiday.${key}`))).join(t('separator'))
  }
}

/**
 * Makes a function that returns the name of a holiday, for readers of English together with the Chinese
 * name; other names remain as staff typed them.
 */
export function useHolidayName() {
  const namesOf = useTranslatedNames()
  return (name: string) => {
    const names = namesOf(name)
    return names === name || HAN.test(names) ? names : `${names} (${name})`
  }
}

export function HolidayName({ name }: { name: string }) {
  const names = useTranslatedNames()(name)
  if (names === name || HAN.test(names)) return names
  return (
    <>
      {names}{' '}
      <span lang="zh-CN" className="whitespace-nowrap">
        ({name})
      </span>
    </>
  )
}
