import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { OrdinaryLoginLink } from './other-ways.tsx'

interface Props {
  problem: MessageKey
  details: Record<string, string | number>
  /** The URL at which to begin again; null when the team is unknown. */
  retryUrl: string | null
}

/** Explains why a single sign-on failed. */
export function ProblemPage({ problem, details, retryUrl }: Props) {
  const t = useTranslations('sso')
  return (
    <Card title={t('problemTitle')}>
      <FormProblem problem={problem} values={details} />
      {retryUrl && (
        <a className="btn btn-primary mt-4 w-full" href={retryUrl}>
          {t('again')}
        </a>
      )}
      <OrdinaryLoginLink />
    </Card>
  )
}
