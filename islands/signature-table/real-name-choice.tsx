import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { useWords } from './words.ts'

const CHOICES = ['two', 'three', 'four'] as const

interface Props {
  entry: SignatoryEntry
  onEdit: (entry: SignatoryEntry) => void
}

/**
 * Chooses which data of a signatory are compared with official sources before they may read the document.
 */
export function RealNameChoice({ entry, onEdit }: Props) {
  const t = useWords()
  const { realName, ...otherFields } = entry
  const choose = (value: string) => {
    const chosen = CHOICES.find((one) => one === value)
    onEdit(chosen ? { ...otherFields, realName: chosen } : otherFields)
  }
  return (
    <>
      <label htmlFor={`real-name-${entry.id}`} className="text-base-content/75 text-xs">
        {t('realName')}
      </label>
      <select
        id={`real-name-${entry.id}`}
        value={realName ?? 'none'}
        onChange={(event) => choose(event.currentTarget.value)}
        className="select select-sm w-full"
      >
        {(['none', ...CHOICES] as const).map((one) => (
          <option key={one} value={one}>
            {t(`realNames.${one}`)}
          </option>
        ))}
      </select>
      {realName && <p className="mt-1 text-base-content/75 text-xs">{t('realNameHint')}</p>}
    </>
  )
}
