import { Icon } from './icons.tsx'
import { useTranslations } from './language.tsx'

interface Props {
  /** The label, which is shown as a placeholder. */
  label: string
  value: string
  className?: string
}

/** The search box of every list; Enter, or the icon in the box, sends the query. */
export function SearchBox({ label, value, className = '' }: Props) {
  const t = useTranslations('common')
  return (
    <div className={`relative ${className}`}>
      <input
        id="keyword"
        name="keyword"
        type="search"
        defaultValue={value}
        maxLength={100}
        aria-label={label}
        placeholder={label}
        className="input w-full pr-11 text-ellipsis"
      />
      <button
        type="submit"
        aria-label={t('search')}
        className="btn btn-ghost btn-sm btn-square absolute inset-y-0 right-1 z-1 my-auto"
      >
        <Icon name="search" className="size-4" />
      </button>
    </div>
  )
}
