import { useTranslations } from '#views/language.tsx'
import { HOME } from './choice.tsx'

interface Props {
  document: string
  /** Whether the account information suffices. */
  complete: boolean
  label: string
}

export function FormButtons({ document, complete, label }: Props) {
  const t = useTranslations('common')
  return (
    <div className="mt-5 flex flex-wrap justify-end gap-2">
      <a href={document ? `/mgmt/${document}/sign-setting` : HOME} className="btn btn-ghost">
        {t('cancel')}
      </a>
      {complete && (
        <button type="submit" className="btn btn-primary">
          {label}
        </button>
      )}
    </div>
  )
}
