import { nextReminder } from '#src/core/reminder.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment, momentText } from '#views/values/moment.tsx'
import { type findSigning, invitedIn, type Round } from '../running/progress.ts'
import { SignatoryStateWord } from './signatory-list.tsx'
import { SigningHead } from './signing-head.tsx'

type SigningFacts = Awaited<ReturnType<typeof findSigning>>
type Signatory = Round['signatories'][number]

/** The progress of a signing for its sender; the page polls while it runs. */
export function SigningPage({ viewer, ...found }: SigningFacts & { viewer: Viewer }) {
  const t = useTranslations('signing')
  const { document, signing, signatories, earlier } = found
  const live = signing.state === 'started' && {
    'hx-get': `/mgmt/${document.id}/signing`,
    'hx-trigger': 'every 20s',
    'hx-swap': 'outerMorph',
  }
  return (
    <div id="signing" {...live}>
      <SigningHead found={found} viewer={viewer} />
      <Standing {...found} />
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table
          caption={t('progress')}
          columns={useColumns(found)}
          rows={signatories}
          rowKey={(row) => row.id}
        />
      </div>
      {earlier.length > 0 && (
        <section className="mt-6">
          <h2 className="font-serif text-lg">{t('earlier')}</h2>
          {earlier.map((round) => (
            <div key={round.signing.created_at.getTime()} className="mt-2 border-base-300 border-l-2 pl-3">
              <p>{t('startedBy', startOf(round))}</p>
              <End {...round} />
            </div>
          ))}
        </section>
      )}
      {!live && <ActionPlace />}
    </div>
  )
}

const startOf = ({ signing }: Round) => ({ name: signing.starter_name, at: momentText(signing.created_at) })

/** What has happened, who is next and until when, in words. */
function Standing(round: SigningFacts) {
  const t = useTranslations('signing')
  const { document, signing, signatories } = round
  const next = invitedIn(round)
  const done = signatories.filter((one) => one.state === 'signed' || one.state === 'signing').length
  const last = next?.reminders.at(-1)
  const again = next && nextReminder(next.reminders)
  return (
    <div className="mb-3">
      <p role="status" className="flex flex-wrap gap-x-2">
        <span>
          {signing.state === 'started'
            ? t('soFar', { done, all: signatories.length })
            : t(`ended.${signing.state}`)}
        </span>
        {document.status === 'finalised' && <span>{t(`goOn.${document.kind}`)}</span>}
        {next && <span>{t('next', { name: next.name })}</span>}
      </p>
      <p className="flex flex-wrap gap-x-2 text-base-content/75 text-sm">
        <span>{t('startedBy', startOf(round))}</span>
        {signing.state === 'started' && <span>{t('deadline', { at: momentText(signing.expires_at) })}</span>}
      </p>
      {signing.state === 'started' && signatories[0]?.standing_still && (
        <p className="mt-2 border-warning border-l-2 pl-3">{t('standstill')}</p>
      )}
      {next && last && (
        <p className="flex flex-wrap gap-x-2 text-base-content/75 text-sm">
          <span>{t('remindedAt', { name: next.name, at: momentText(last) })}</span>
          {again && <span>{t('remindAgain', { at: momentText(again) })}</span>}
        </p>
      )}
      {signing.state !== 'started' && <End {...round} />}
    </div>
  )
}

/** How a signing ended, with the person's own words. */
function End({ signing, signatories }: Round) {
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

function useColumns(found: SigningFacts): Column<Signatory>[] {
  const t = useTranslations('signing')
  const invited = invitedIn(found)
  const refused = invited?.refused ? invited : undefined
  return [
    { key: 'position', head: t('column.order'), cell: (row) => row.position },
    {
      key: 'party',
      head: t('column.party'),
      cell: (row) => t('party', { key: row.party.toUpperCase() }),
      wide: true,
    },
    { key: 'name', head: t('column.name'), cell: (row) => <NameCell row={row} />, main: true },
    { key: 'email', head: t('column.email'), cell: (row) => row.email, wide: true },
    {
      key: 'state',
      head: t('column.state'),
      cell: (row) => (
        <>
          <SignatoryStateWord state={row.state} signing={found.signing.state} />
          {row === refused && <Refused documentId={found.document.id} />}
          {row === invited && row.undelivered && <span className="block text-sm">{t('undelivered')}</span>}
        </>
      ),
    },
    {
      key: 'at',
      head: t('column.signedAt'),
      cell: (row) => (row.signed_at ? <Moment at={row.signed_at} /> : '–'),
      wide: true,
    },
  ]
}

/** The invitation was returned: the address can be corrected. */
function Refused({ documentId }: { documentId: string }) {
  const t = useTranslations('signing.refused')
  const maySign = useMay('document.sign')
  return (
    <span className="block">
      <StateWord tone="error">{t('mark')}</StateWord>
      {maySign && (
        <a href={`/mgmt/${documentId}/signatory-address`} className="link link-primary block text-sm">
          {t('correct')}
        </a>
      )}
    </span>
  )
}

function NameCell({ row }: { row: Signatory }) {
  const t = useTranslations('signing')
  return (
    <>
      {row.name}
      <NarrowLine>
        {t('party', { key: row.party.toUpperCase() })}
        {row.signed_at && <Moment at={row.signed_at} />}
      </NarrowLine>
    </>
  )
}
