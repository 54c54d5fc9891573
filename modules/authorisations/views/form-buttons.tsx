import { useTranslations } from '#views/language.tsx'
import { HOME } from './choice.tsx'

interface Props {
  document: string
  /** Whether the account information suffices. */
  isComplete: boolean
  label: string
}

export function FormButtons({ document, isComplete, label }: Props) {
  const t = useTranslations('common')
  return (
    <div className="mt-5 flex flex-wrap justify-end gap-2">
      <a href={document ? `/mgmt/${document}/sign-setting` : HOME} className="btn btn-ghost">
        {t('cancel')}
      </a>
      {isComplete && (
        <button type="submit" className="btn btn-primary">
          {label}
        </button>
      )}
    </div>
  )
}
