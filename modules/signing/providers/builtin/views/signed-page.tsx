import type { Selectable } from 'kysely'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { maskEmail } from '#views/layout/entrance-card.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { SignatoryTable } from '../../../schema.ts'
import { SignatoryList } from '../../../views/signatory-list.tsx'
import type { Turn } from '../signer-link.ts'
import { SignatureMark } from './signature-mark.tsx'
import { StepHead } from './step-head.tsx'

interface Props {
  turn: Turn
  signatories: Selectable<SignatoryTable>[]
}

/** The page after signing: when, who is next, and a copy to download. */
export function SignedPage({ turn, signatories }: Props) {
  const t = useTranslations('signing')
  const own = signatories.find((one) => one.id === turn.id)
  const state = turn.signing_state
  const over = state === 'declined' || state === 'expired' || state === 'stopped'
  const next = signatories.find((one) => one.state === 'invited')
  return (
    <section className="mx-auto max-w-2xl rounded-box border border-base-300 bg-base-100 p-5 sm:p-8">
      <StepHead tone={over ? 'warning' : 'success'} title={t(`signed.${state}.title`)}>
        {turn.signed_at && t('signed.at', { at: momentText(turn.signed_at) })}
      </StepHead>
      <p className="mt-4 border-primary border-l-2 pl-3 font-serif text-lg">
        {turn.document_name}
        <span className="block font-sans text-base-content/75 text-sm">{turn.document_number}</span>
      </p>
      {own?.signature && (
        <figure className="mt-4 w-fit border-base-content/40 border-b pr-6">
          <SignatureMark signature={own.signature} label={t('signed.mark', { name: turn.name })} />
        </figure>
      )}
      <p className="text-sm">{t('signed.as', { name: turn.name, key: turn.party.toUpperCase() })}</p>
      <p className="mt-4">
        {state === 'started' && next
          ? t('signed.next', { name: next.name, email: maskEmail(turn.email) })
          : t(`signed.${state}.text`, { email: maskEmail(turn.email), starter: turn.starter_name })}
      </p>
      <SignatoryList signatories={signatories} signing={turn.signing_state} own={turn.id} />
      <p className="mt-5 flex flex-wrap gap-3">
        <a className="btn btn-primary" href={`/signing/${turn.id}/document.pdf`}>
          <Icon name="download" className="size-4" />
          {t(state === 'completed' ? 'signer.downloadSigned' : 'signed.copy')}
        </a>
        {state === 'completed' && (
          <a className="btn btn-outline" href={`/signing/${turn.id}/certificate.pdf`}>
            <Icon name="download" className="size-4" />
            {t('signed.certificate')}
          </a>
        )}
        <a className="btn btn-outline" href={`/signing/${turn.id}`}>
          {t('signed.read')}
        </a>
      </p>
      {turn.standing_still && !turn.held_up ? (
        <p role="status" className="mt-4 border-warning border-l-2 pl-3">
          {t('signed.standstill')}
        </p>
      ) : (
        turn.state === 'signing' && (
          <p className="mt-3 text-sm">{t(turn.held_up ? 'damaged.signed' : 'signed.writing')}</p>
        )
      )}
      <p className="mt-4 text-base-content/75 text-sm">
        {t('signed.proof')}{' '}
        <a className="link" href="/verify">
          {t('signed.verify')}
        </a>
        {' · '}
        <a className="link" href="/authority.crt">
          {t('signed.root')}
        </a>
      </p>
    </section>
  )
}
