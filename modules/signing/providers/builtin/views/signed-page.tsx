import type { Selectable } from 'kysely'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import { maskedAddressOf } from '../../../contact.ts'
import type { SignatoryTable } from '../../../schema.ts'
import { SignatoryList } from '../../../views/signatory-list.tsx'
import type { Turn } from '../signer-link.ts'
import { SignatureMark } from './signature-mark.tsx'
import { StepHead } from './step-head.tsx'
import { WeChatHint } from './wechat-hint.tsx'

interface Props {
  turn: Turn
  signatories: Selectable<SignatoryTable>[]
  /** Other documents that wait for the same person. */
  otherTurns: { id: string; document_name: string; starter_name: string }[]
  /** Whether the page is open inside WeChat. */
  inWeChat: boolean
}

const ID = 'signed-page'

/**
 * The page after signing: when the person signed, who is next, and a copy. Updates itself until the file
 * contains the signature.
 */
export function SignedPage({ turn, signatories, otherTurns: others, inWeChat }: Props) {
  const t = useTranslations('signing')
  const signatory = signatories.find((one) => one.id === turn.id)
  const state = turn.signing_state
  const isOver = state === 'declined' || state === 'expired' || state === 'stopped'
  const nextSignatories = signatories.filter((one) => one.state === 'invited')
  const isApproved = turn.state === 'approved'
  const isWriting = turn.state === 'signing' && !turn.standing_still && !turn.held_up
  const polling = isWriting && {
    'hx-get': `/signing/${turn.id}/signed`,
    'hx-trigger': 'every 3s',
    'hx-select': `#${ID}`,
    'hx-swap': 'outerMorph',
  }
  return (
    <section
      id={ID}
      {...polling}
      className="mx-auto max-w-2xl rounded-box border border-base-300 bg-base-100 p-5 sm:p-8"
    >
      <StepHead
        tone={isOver ? 'warning' : 'success'}
        title={t(isApproved && state === 'started' ? 'signed.approved' : `signed.${state}.title`)}
      >
        {turn.signed_at &&
          t(isApproved ? 'signed.approvedAt' : 'signed.at', { at: momentText(turn.signed_at) })}
      </StepHead>
      <p className="mt-4 border-primary border-l-2 pl-3 font-serif text-lg">
        {turn.document_name}
        <span className="block font-sans text-base-content/75 text-sm">{turn.document_number}</span>
      </p>
      {signatory?.signature && (
        <figure className="mt-4 w-fit rounded-t-field border-base-content/40 border-b bg-white pr-6 pl-2 text-[#16243a]">
          <SignatureMark signature={signatory.signature} label={t('signed.mark', { name: turn.name })} />
        </figure>
      )}
      <p className="text-sm">{t('signed.as', { name: turn.name, key: turn.party.toUpperCase() })}</p>
      <p className="mt-4">
        {state === 'started' && nextSignatories.length > 0
          ? t('signed.next', {
              name: nextSignatories.map(({ name }) => name).join(t('comma')),
              email: maskedAddressOf(turn),
            })
          : t(`signed.${state}.text`, { email: maskedAddressOf(turn), starter: turn.starter_name })}
      </p>
      <SignatoryList signatories={signatories} signing={turn.signing_state} ownId={turn.id} />
      {others.length > 0 && <OtherDocuments turn={turn} otherTurns={others} />}
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
        {state === 'completed' && (
          <a className="btn btn-outline" href={`/signing/${turn.id}/evidence.zip`}>
            <Icon name="download" className="size-4" />
            {t('signed.evidence')}
          </a>
        )}
        <a className="btn btn-outline" href={`/signing/${turn.id}`}>
          {t('signed.read')}
        </a>
      </p>
      {inWeChat && <WeChatHint />}
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

/** Other documents that wait for the same person, who can open them without another code. */
function OtherDocuments({ turn, otherTurns: others }: Pick<Props, 'turn' | 'otherTurns'>) {
  const t = useTranslations('signing.others')
  return (
    <section className="mt-5 rounded-box border border-primary p-4">
      <h2 className="font-serif text-lg">{t('title', { count: others.length })}</h2>
      <ul className="divide-y divide-base-300">
        {others.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="wrap-anywhere">
              {other.document_name}
              <span className="block text-base-content/75 text-sm">
                {t('from', { name: other.starter_name })}
              </span>
            </span>
            <form method="post" action={`/signing/${turn.id}/next/${other.id}`}>
              <button type="submit" className="btn btn-sm btn-primary">
                {t('open')}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
