import { nextReminder } from '#src/core/reminder.ts'
import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment, momentText } from '#views/values/moment.tsx'
import { contactText } from '../contact.ts'
import { levelKeys } from '../identity/identity-level.ts'
import { isCorrectable } from '../running/address-correction.ts'
import { isRemindable, type SigningRound } from '../running/progress.ts'
import { isWaivable } from '../running/real-name-waiver.ts'
import { SERVICE_NAMES } from '../services/service-names.ts'
import { SignatoryStateWord } from './signatory-list.tsx'

type Signatory = SigningRound['signatories'][number]

interface Props {
  documentId: string
  round: SigningRound
}

/** The signatories with their progress and the sender's actions. */
export function SignatoryTable({ documentId, round }: Props) {
  const t = useTranslations('signing')
  return (
    <div className="rounded-box border border-base-300 bg-base-100">
      <Table
        caption={t('progress')}
        columns={useColumns({ documentId, round })}
        rows={round.signatories}
        rowKey={(row) => row.id}
      />
    </div>
  )
}

function useColumns({ documentId, round }: Props): Column<Signatory>[] {
  const t = useTranslations('signing')
  const maySign = useMay('document.sign')
  const isRunning = round.signing.state === 'started'
  return [
    { key: 'position', head: t('column.order'), cell: (row) => row.turn_order || '–' },
    {
      key: 'party',
      head: t('column.party'),
      cell: (row) => t('party', { key: row.party.toUpperCase() }),
      wide: true,
    },
    { key: 'name', head: t('column.name'), cell: (row) => <NameCell row={row} />, main: true },
    {
      key: 'contact',
      head: t('column.contact'),
      cell: (row) => <AddressCell documentId={documentId} round={round} row={row} />,
      wide: true,
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: (row) => <StateCell documentId={documentId} round={round} row={row} />,
    },
    ...(isRunning && maySign
      ? [
          {
            key: 'remind',
            head: t('column.remind'),
            cell: (row: Signatory) => <RemindCell documentId={documentId} round={round} row={row} />,
            wide: true,
          },
        ]
      : []),
  ]
}

function NameCell({ row }: { row: Signatory }) {
  const t = useTranslations('signing')
  return (
    <>
      {row.name}
      {row.role !== 'signer' && (
        <span className="block text-base-content/75 text-sm">{t(`role.${row.role}`)}</span>
      )}
      {row.provider !== 'builtin' && (
        <span className="block text-base-content/75 text-sm">
          {t('services.signsAt', { service: SERVICE_NAMES[row.provider] })}
        </span>
      )}
      {row.handed_over_from && (
        <span className="block text-base-content/75 text-sm">
          {t('handedOverBy', { name: row.handed_over_from })}
        </span>
      )}
      <NarrowLine>
        <span>{t('party', { key: row.party.toUpperCase() })}</span>
        <span className="wrap-anywhere">{contactText(row)}</span>
      </NarrowLine>
    </>
  )
}

interface CellProps extends Props {
  row: Signatory
}

function AddressCell({ documentId, round, row }: CellProps) {
  return (
    <>
      {contactText(row)}
      <CorrectLink documentId={documentId} round={round} row={row} />
    </>
  )
}

function CorrectLink({ documentId, round, row }: CellProps) {
  const t = useTranslations('signing.refused')
  const maySign = useMay('document.sign')
  if (!maySign || !isCorrectable(round, row)) return null
  return (
    <a
      href={`/mgmt/${documentId}/signatories/${row.id}/address`}
      aria-label={t('correctOf', { name: row.name })}
      className="link link-primary block text-sm"
    >
      {t('correct')}
    </a>
  )
}

function StateCell({ documentId, round, row }: CellProps) {
  const t = useTranslations('signing')
  const { signing } = round
  const isInvited = signing.state === 'started' && row.state === 'invited'
  if (row.role === 'copy')
    return (
      <StateWord tone="plain">{t(signing.state === 'completed' ? 'copy.sent' : 'copy.waiting')}</StateWord>
    )
  return (
    <>
      <SignatoryStateWord state={row.state} role={row.role} signing={signing.state} />{' '}
      {row.signed_at && <Moment at={row.signed_at} />}
      {isInvited && <Steps row={row} />}
      <Identity documentId={documentId} round={round} row={row} />
      {isInvited && row.refused && (
        <span className="block">
          <StateWord tone="error">{t('refused.mark')}</StateWord>
        </span>
      )}
      {isInvited && (row.undelivered || row.unreachable) && !row.refused && (
        <span className="block text-sm">{t('undelivered')}</span>
      )}
      <div className="xl:hidden">
        <CorrectLink documentId={documentId} round={round} row={row} />
        <RemindCell documentId={documentId} round={round} row={row} />
      </div>
    </>
  )
}

/** How reliably the person's identity is known, and the sender's actions while it is not reliable enough. */
function Identity({ documentId, round, row }: CellProps) {
  const t = useTranslations('signing')
  const maySign = useMay('document.sign')
  const { real_name: realName } = row
  const code = row.provider === 'builtin' && row.entered_at ? row.identification : null
  const words = levelKeys({ code, service: row.reported_level, realName }).map((key) => t(`level.${key}`))
  if (words.length === 0) return null
  return (
    <span className="block text-base-content/75 text-sm">
      {t('level.line', { level: words.join(t('comma')) })}
      {realName?.name && (
        <span className="block wrap-anywhere">
          {realName.name} {realName.number}
        </span>
      )}
      {maySign && isWaivable(round, row) && (
        <a
          href={`/mgmt/${documentId}/signatories/${row.id}/real-name-waiver`}
          aria-label={t('realName.waiver.openOf', { name: row.name })}
          className="link link-primary block"
        >
          {t('realName.waiver.open')}
        </a>
      )}
    </span>
  )
}

const STEPS = ['invited_at', 'opened_at', 'entered_at', 'read_at'] as const

/** What an invited person has done so far. */
function Steps({ row }: { row: Signatory }) {
  const t = useTranslations('signing.step')
  return (
    <ul className="text-base-content/75 text-sm">
      {STEPS.map((step) => {
        const stepTime = row[step]
        return stepTime && <li key={step}>{t(step, { at: momentText(stepTime) })}</li>
      })}
    </ul>
  )
}

function RemindCell({ documentId, round, row }: CellProps) {
  const maySign = useMay('document.sign')
  const isShown = maySign && round.signing.state === 'started' && isRemindable(round, row)
  return isShown && <RemindForm documentId={documentId} row={row} />
}

/** A button that sends the link again, at most once a day. */
function RemindForm({ documentId, row }: { documentId: string; row: Signatory }) {
  const t = useTranslations('signing')
  const lastReminder = row.reminders.at(-1)
  const nextReminderAt = nextReminder(row.reminders)
  return (
    <form method="post" action={`/mgmt/${documentId}/signatories/${row.id}/reminder`} className="max-xl:mt-2">
      <button
        type="submit"
        className="btn btn-outline btn-sm h-auto min-h-8"
        aria-label={t('remindOf', { name: row.name })}
        disabled={nextReminderAt !== null}
      >
        {t('remind')}
      </button>
      {lastReminder && (
        <p className="mt-1 text-base-content/75 text-sm">
          {t('remindedAt', { at: momentText(lastReminder) })}{' '}
          {nextReminderAt && t('remindAgain', { at: momentText(nextReminderAt) })}
        </p>
      )}
    </form>
  )
}
