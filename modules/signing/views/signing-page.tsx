import type { Viewer } from '#src/core/viewer.ts'
import { ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import { momentText } from '#views/values/moment.tsx'
import type { ServiceName } from '../providers/provider-name.ts'
import { type findSigning, invitedIn, type SigningRound } from '../running/progress.ts'
import { SERVICE_NAMES } from '../services/service-names.ts'
import { QuestionList } from './question-list.tsx'
import { SignatoryTable } from './signatory-table.tsx'
import { SigningHead } from './signing-head.tsx'

type SigningFacts = Awaited<ReturnType<typeof findSigning>>

interface Props extends SigningFacts {
  viewer: Viewer
}

/** The progress of a signing for its sender; the page polls while it runs. */
export function SigningPage({ viewer, ...facts }: Props) {
  const t = useTranslations('signing')
  const { document, signing, earlier } = facts
  const polling = signing.state === 'started' && {
    'hx-get': `/mgmt/${document.id}/signing`,
    'hx-trigger': 'every 20s',
    'hx-swap': 'outerMorph',
  }
  return (
    <div id="signing" {...polling}>
      <SigningHead facts={facts} viewer={viewer} />
      <StateText {...facts} />
      <SignatoryTable documentId={document.id} round={facts} />
      <QuestionList
        documentId={document.id}
        questions={facts.signatories.flatMap(({ questions }) => questions)}
      />
      {earlier.length > 0 && (
        <section className="mt-6">
          <h2 className="font-serif text-lg">{t('earlier')}</h2>
          {earlier.map((round) => (
            <div key={round.signing.created_at.getTime()} className="mt-2 border-base-300 border-l-2 pl-3">
              <p>{t('startedBy', startOf(round))}</p>
              <EndText {...round} />
            </div>
          ))}
        </section>
      )}
      {!polling && <ActionPlace />}
    </div>
  )
}

const startOf = ({ signing }: SigningRound) => ({
  name: signing.starter_name,
  at: momentText(signing.created_at),
})

/** The other company's service of the current stage; null if it is our own. */
function currentService(signatories: SigningRound['signatories']): ServiceName | null {
  const pending = signatories.filter(({ state }) => state === 'waiting' || state === 'invited')
  const provider = pending.toSorted((a, b) => a.stage - b.stage)[0]?.provider
  return provider && provider !== 'builtin' ? provider : null
}

/** The state of the signing in words: past events, the next signatories, and the deadline. */
function StateText(round: SigningFacts) {
  const t = useTranslations('signing')
  const { document, signing, signatories } = round
  const maySign = useMay('document.sign')
  const nextSignatories = invitedIn(round)
  const actingSignatories = signatories.filter(({ role }) => role !== 'copy')
  const service = currentService(actingSignatories)
  const doneCount = actingSignatories.filter(({ state }) =>
    ['signed', 'signing', 'approved'].includes(state),
  ).length
  return (
    <div className="mb-3">
      <p role="status" className="flex flex-wrap gap-x-2">
        <span>
          {signing.state === 'started'
            ? t('soFar', { done: doneCount, all: actingSignatories.length })
            : t(`ended.${signing.state}`)}
        </span>
        {document.status === 'finalised' && <span>{t(`goOn.${document.kind}`)}</span>}
        {nextSignatories.length > 0 && (
          <span>{t('next', { name: nextSignatories.map(({ name }) => name).join(t('comma')) })}</span>
        )}
      </p>
      <p className="flex flex-wrap gap-x-2 text-base-content/75 text-sm">
        <span>{t('startedBy', startOf(round))}</span>
        {signing.state === 'started' && (
          <span>
            {t('deadline', { at: momentText(signing.expires_at) })}{' '}
            {maySign && (
              <a href={`/mgmt/${document.id}/signing-deadline`} className="link link-primary">
                {t('extend.open')}
              </a>
            )}
          </span>
        )}
        {signing.state === 'started' && <span>{remindersText(t, signing.reminder_days)}</span>}
      </p>
      {signing.state === 'started' && signatories[0]?.standing_still && (
        <p className="mt-2 border-warning border-l-2 pl-3">
          {service ? t('standstillAt', { service: SERVICE_NAMES[service] }) : t('standstill')}
        </p>
      )}
      {signing.state !== 'started' && <EndText {...round} />}
    </div>
  )
}

function remindersText(t: ReturnType<typeof useTranslations<'signing'>>, days: number): string {
  if (days === 0) return t('remindsNever')
  return days === 1 ? t('remindsDaily') : t('remindsEvery', { days })
}

/** How a signing ended, with the text of the person who ended it. */
function EndText({ signing, signatories }: SigningRound) {
  const t = useTranslations('signing')
  const decliner = signatories.find((one) => one.state === 'declined')
  return (
    <>
      {signing.ended_at && signing.state !== 'started' && (
        <p className="text-base-content/75 text-sm">
          {t(`endedAt.${signing.state}`, { at: momentText(signing.ended_at) })}
        </p>
      )}
      {decliner?.reason && (
        <p className="wrap-anywhere my-2 border-error border-l-2 pl-3">
          {t('reasonOf', { name: decliner.name, reason: decliner.reason })}
        </p>
      )}
    </>
  )
}
