import { realName } from '#modules/real-name/index.ts'
import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import { FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel, StateWord } from '#views/parts.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import type { Authorisation } from '../authorisation.ts'
import type { DeskAuthorisation } from '../desk-authorisations.ts'
import { AuthorisationState } from './authorisation-state.tsx'

interface Props extends FormState {
  authorisation: DeskAuthorisation
  viewerId: string
  done?: string
}

/** An institution's information beside the picture of its licence, and the decision. */
export function DeskAuthorisationPage({ authorisation, viewerId, done, ...formState }: Props) {
  const t = useTranslations('authorisations')
  const { id, name, number, number_kind, legal_representative, person, requested_at, licence } = authorisation
  const { ends_at, reason } = authorisation
  const facts = [
    { label: t('institution.name'), value: name },
    { label: t(`number.${number_kind}`), value: number },
    { label: t('institution.legalRepresentative'), value: legal_representative },
    ...useCheckFacts(authorisation),
    { label: t('column.person'), value: person },
    { label: t('column.requested'), value: <Moment at={requested_at} /> },
    { label: t('column.state'), value: <AuthorisationState {...authorisation} /> },
    ...(ends_at ? [{ label: t('until'), value: <Day at={ends_at} /> }] : []),
    ...(reason ? [{ label: t('desk.reason'), value: reason }] : []),
  ]
  const decision = useTranslations('desk.approval')('decision')
  return (
    <>
      <PageHead title={name}>
        <a className="btn btn-ghost" href="/desk/authorisations">
          {t('desk.back')}
        </a>
      </PageHead>
      <OwnerBar
        at={`/desk/authorisations/${id}`}
        item={authorisation}
        viewerId={viewerId}
        isOpen={authorisation.state === 'pending'}
        done={done}
      />
      {done === 'decided' && authorisation.state !== 'pending' && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t('desk.decided')}
        </p>
      )}
      <FormProblem problem={formState.problems?.form} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('desk.information')}>
          <Facts facts={facts} />
        </Panel>
        <div className="xl:row-span-2">
          <Panel title={t('institution.licence')}>
            {licence ? (
              <a href={`/desk/authorisations/${id}/licence`}>
                <img
                  src={`/desk/authorisations/${id}/licence`}
                  alt={t('desk.licenceOf', { name })}
                  className="max-h-[70vh] max-w-full"
                />
              </a>
            ) : (
              <p>{t('desk.licenceDeleted')}</p>
            )}
          </Panel>
        </div>
        {authorisation.state === 'pending' && (
          <Panel title={decision}>
            <DecisionForm id={id} {...formState} />
          </Panel>
        )}
      </div>
    </>
  )
}

const TONES = { match: 'success', mismatch: 'error', 'no-record': 'warning' } as const

/** The register's information about the institution, which does not bind our staff. */
function useCheckFacts({
  check_outcome: outcome,
  checked_at,
  is_operating,
  state,
  number_kind,
}: Authorisation) {
  const t = useTranslations('authorisations.desk')
  if (number_kind !== 'credit-code') return []
  if (!outcome) {
    const isWaiting = state === 'pending' && realName.service !== null
    return isWaiting ? [{ label: t('register'), value: t('registerWaits') }] : []
  }
  const value = (
    <>
      <StateWord tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</StateWord>
      {is_operating === false && <span className="block text-error">{t('notOperating')}</span>}
      <span className="block text-base-content/75 text-sm">
        <Moment at={checked_at!} />
      </span>
    </>
  )
  return [{ label: t('register'), value }]
}

function DecisionForm({ id, ...formState }: FormState & { id: string }) {
  const t = useTranslations('authorisations.desk')
  return (
    <div className="mt-4 grid gap-4 border-base-300 border-t pt-4">
      <p className="max-w-prose text-sm">{t('compare')}</p>
      <form method="post" action={`/desk/authorisations/${id}/approval`}>
        <button type="submit" className="btn btn-primary">
          {t('approve')}
        </button>
      </form>
      <form method="post" action={`/desk/authorisations/${id}/refusal`} noValidate>
        <TextField
          name="reason"
          label={t('reason')}
          hint={t('reasonHint')}
          maxLength={500}
          required
          {...formState}
        />
        <button type="submit" className="btn btn-outline mt-2">
          {t('refuse')}
        </button>
      </form>
    </div>
  )
}
