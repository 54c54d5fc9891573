import { useTranslations } from '#views/language.tsx'
import type { Turn } from '../signer-link.ts'

/** The sender's message to the signatories. */
export function SenderMessage({ turn }: { turn: Turn }) {
  const t = useTranslations('signing')
  return (
    <figure className="mt-3 border-primary border-l-2 pl-3">
      <figcaption className="text-base-content/75 text-sm">
        {t('messageOf', { name: turn.starter_name })}
      </figcaption>
      <blockquote className="wrap-anywhere whitespace-pre-line">{turn.message}</blockquote>
    </figure>
  )
}
