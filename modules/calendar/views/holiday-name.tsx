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

const keyOf = (name: string) => Object.entries(HOLIDAYS).find(([known]) => known === name)?.[1]

/** The names of a holiday, or of several joined by 、, that readers of the page's language know. */
function useKnownNames() {
  const t = useTranslations('calendar')
  return (name: string) => {
    const keys = name.split('、').map((one) => keyOf(one.trim()))
    if (keys.some((key) => !key)) return name
    return keys.map((key) => t(dynamicKey<'calendar'>(`holiday.${key}`))).join(t('separator'))
  }
}

/** The name of a holiday, with the Chinese one for readers of English; others are as staff typed them. */
export function useHolidayName() {
  const namesOf = useKnownNames()
  return (name: string) => {
    const names = namesOf(name)
    return names === name || HAN.test(names) ? names : `${names} (${name})`
  }
}

export function HolidayName({ name }: { name: string }) {
  const names = useKnownNames()(name)
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
