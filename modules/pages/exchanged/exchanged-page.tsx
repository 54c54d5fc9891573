import { type Contact, Mailbox, Mobile } from '#modules/contacts/index.ts'
import { StatusWord } from '#modules/documents/index.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead, StateWord, type Tone } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { ExchangedDocument } from './exchanged.ts'

interface Props {
  contact: Contact
  rows: ExchangedDocument[]
  previous: string | null
  next: string | null
}

/** The documents exchanged with a contact, and their states. */
export function ExchangedPage({ contact, rows, previous, next }: Props) {
  const t = useTranslations('signing.exchanged')
  const tContacts = useTranslations('contacts')
  const mayEdit = useMay('document.create')
  const columns = useColumns()
  const { id, type, name } = contact
  const listPath = `/mgmt/${id}/communicat-doc`
  const pageUrl = (query: Record<string, string>) => `${listPath}?${new URLSearchParams(query)}`
  return (
    <>
      <PageHead title={name} lead={<ContactDetails {...contact} />}>
        <a href={`/mgmt/contacts?type=${type}`} className="btn btn-ghost">
          {tContacts('import.back')}
        </a>
        {mayEdit && (
          <ActionLink href={`/mgmt/contacts/${id}`} className="btn btn-outline">
            <Icon name="edit" className="size-4" />
            {tContacts('edit.open')}
          </ActionLink>
        )}
      </PageHead>
      <h2 className="mb-2 font-serif text-lg">{t('title')}</h2>
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <Table caption={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />
        ) : (
          <Empty icon="document" title={t('none')}>
            <p>{t('teach')}</p>
          </Empty>
        )}
      </div>
      <PageLinks
        first={listPath}
        previous={previous && pageUrl({ before: previous })}
        next={next && pageUrl({ after: next })}
      />
      <ActionPlace />
    </>
  )
}

const ContactDetails = ({ organisation, email, mobile }: Contact) => (
  <p className="flex flex-wrap gap-x-4">
    {organisation && <span className="wrap-anywhere">{organisation}</span>}
    <Mailbox address={email} />
    <Mobile number={mobile} />
  </p>
)

function useColumns(): Column<ExchangedDocument>[] {
  const t = useTranslations('signing.exchanged')
  return [
    { key: 'name', head: t('document'), cell: (row) => <NameCell row={row} />, main: true },
    { key: 'what', head: t('asked'), cell: (row) => <RowKind row={row} />, wide: true },
    { key: 'sent', head: t('sent'), cell: (row) => <Moment at={row.sent_at} />, wide: true },
    { key: 'state', head: t('answer'), cell: (row) => <Answer row={row} />, wide: true },
    { key: 'status', head: t('status'), cell: (row) => <StatusWord status={row.status} />, wide: true },
  ]
}

function NameCell({ row }: { row: ExchangedDocument }) {
  return (
    <>
      <a href={`/mgmt/${row.document_id}/view-doc`} className="link-hover wrap-anywhere font-medium">
        {row.name}
      </a>
      <span className="block text-base-content/75 text-sm tabular-nums">{row.number}</span>
      <NarrowLine>
        <RowKind row={row} />
        <Answer row={row} />
        <StatusWord status={row.status} />
      </NarrowLine>
    </>
  )
}

function RowKind({ row }: { row: ExchangedDocument }) {
  const t = useTranslations('signing.exchanged')
  return t(`what.${row.what}`)
}

const TONES: Record<string, Tone> = {
  invited: 'warning',
  asked: 'warning',
  signing: 'info',
  signed: 'success',
  accepted: 'success',
  declined: 'error',
  returned: 'error',
}

/** The contact's answer; empty if the review or signing ended before the contact's turn. */
function Answer({ row: { what, state, answered_at, reason } }: { row: ExchangedDocument }) {
  const t = useTranslations()
  const words = what === 'review' ? `review.turn.${state}` : `signing.state.${state}`
  return (
    <>
      <StateWord tone={TONES[state] ?? 'plain'}>
        {t(state === 'over' ? 'signing.exchanged.over' : dynamicKey(words))}
      </StateWord>{' '}
      {answered_at && <Moment at={answered_at} />}
      {reason && <span className="wrap-anywhere block text-sm">{reason}</span>}
    </>
  )
}
