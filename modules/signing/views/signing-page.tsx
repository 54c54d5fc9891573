import { Moment } from '#modules/documents/index.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead, StateWord, type Tone } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import type { SignatoryState } from '../schema.ts'
import type { findSigning } from '../signing.ts'

type Found = Awaited<ReturnType<typeof findSigning>>
type Signatory = Found['signatories'][number]

const TONES: Record<SignatoryState, Tone> = {
  waiting: 'plain',
  invited: 'warning',
  signing: 'info',
  signed: 'success',
  declined: 'error',
}

/** How far a signing has come, for whoever started it. */
export function SigningPage({ document, signing, signatories, reminded }: Found & { reminded: boolean }) {
  const t = useTranslations('signing')
  const columns: Column<Signatory>[] = [
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
      cell: (row) => <StateWord tone={TONES[row.state]}>{t(`state.${row.state}`)}</StateWord>,
    },
    {
      key: 'at',
      head: t('column.signedAt'),
      cell: (row) => (row.signed_at ? <Moment at={row.signed_at} /> : '–'),
      wide: true,
    },
  ]
  const maySign = useMay('document.sign')
  const waits = signing.state === 'started' && signatories.some((one) => one.state === 'invited')
  return (
    <>
      <PageHead title={t('progress')} lead={`${document.name} · ${document.number}`}>
        {waits && maySign && (
          <form method="post" action={`/mgmt/${document.id}/reminder`}>
            <button type="submit" className="btn btn-outline">
              {t('remind')}
            </button>
          </form>
        )}
        <a href={`/mgmt/${document.id}/view-doc`} className="btn btn-ghost">
          {t('viewDocument')}
        </a>
      </PageHead>
      {reminded && (
        <p role="status" className="mb-3 alert alert-success alert-soft">
          {t('reminded')}
        </p>
      )}
      <p className="mb-3">{t(`ended.${signing.state}`)}</p>
      {signatories.map(
        (one) =>
          one.reason && (
            <p key={one.id} className="mb-3 border-error border-l-2 pl-3">
              {t('reasonOf', { name: one.name, reason: one.reason })}
            </p>
          ),
      )}
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table caption={t('progress')} columns={columns} rows={signatories} rowKey={(row) => row.id} />
      </div>
    </>
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
