import { Facts } from '#views/facts.tsx'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'

export type Verdict =
  | { kind: 'linked' | 'member'; name: string }
  | { kind: 'new'; name: string; email: string }

interface Props {
  title: string
  verdict?: Verdict
  problem?: { words: MessageKey; details: Record<string, string | number> }
  claims: { name: string; value: string }[]
}

/** The result of a test: who would be logged in or why no one would be, and the provider's claims. */
export function TestPage({ title, verdict, problem, claims }: Props) {
  const t = useTranslations('sso.test')
  return (
    <div className="grid justify-items-center">
      <Card title={title} wide>
        <FormProblem problem={problem?.words} values={problem?.details} />
        {verdict && (
          <p role="status" className="alert alert-success alert-soft">
            {t(`verdict.${verdict.kind}`, { ...verdict })}
          </p>
        )}
        <p className="my-3 text-sm">{t('nothing')}</p>
        {claims.length > 0 && (
          <>
            <h2 className="mb-2 font-serif text-lg">{t('claims')}</h2>
            <Facts
              facts={claims.map(({ name, value }) => ({
                label: name,
                value: <span className="wrap-anywhere">{value}</span>,
              }))}
            />
          </>
        )}
        <p className="mt-4 text-end">
          <a href="/mgmt/acct-info/single-sign-on" className="btn btn-primary">
            {t('back')}
          </a>
        </p>
      </Card>
    </div>
  )
}
