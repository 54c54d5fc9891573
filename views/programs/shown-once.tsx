import type { ReactNode } from 'react'
import { useTranslations } from '../language.tsx'
import { Card } from '../parts.tsx'

interface Props {
  title: string
  lead: string
  value: string
  /** The page that follows. */
  onward: string
  children: ReactNode
}

/** The page that shows a key or a secret, which is never shown again. */
export function ShownOnce({ title, lead, value, onward, children }: Props) {
  const t = useTranslations('common.programs')
  return (
    <div className="grid justify-items-center">
      <Card title={title} wide>
        <p className="wrap-anywhere mb-3">{lead}</p>
        <p className="flex flex-wrap items-center gap-2">
          <code className="select-all wrap-anywhere rounded-field bg-base-200 p-2">{value}</code>
          <button
            type="button"
            className="btn btn-sm btn-outline"
            data-copy-link={value}
            data-copied={t('copied')}
          >
            {t('copy')}
          </button>
        </p>
        {children}
        <p className="mt-4 text-end">
          <a href={onward} className="btn btn-primary">
            {t('stored')}
          </a>
        </p>
      </Card>
    </div>
  )
}
