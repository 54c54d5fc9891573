import { useTranslations } from '#views/language.tsx'
import type { Sheet } from '../sheet.ts'
import { CARD_COLUMNS } from '../vcard/card-columns.ts'

/** Makes a function that returns the name of a column: its head, which for a vCard is translated. */
export function useHeadLabel() {
  const t = useTranslations('contacts.import')
  return ({ kind, heads }: Pick<Sheet, 'kind' | 'heads'>, index: number): string => {
    const head = heads[index] ?? ''
    const column = kind === 'vcard' ? CARD_COLUMNS.find((one) => one === head) : undefined
    if (column) return t(`card.${column}`)
    return head || t('columns.nameless', { number: index + 1 })
  }
}
