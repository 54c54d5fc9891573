import { SelectField } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import type { PendingImport } from '../pending-import.ts'
import type { Preview } from '../preview.ts'
import type { Fault } from '../read-rows.ts'
import { CancelButton } from './cancel-button.tsx'
import { useHeadLabel } from './head-label.ts'

type Props = Preview & { pending: PendingImport }

/** The maximum number of rows that are shown; further ones are only counted. */
const MAX_SHOWN = 50

/** The third step: a preview of the import, which is carried out only after confirmation. */
export function PreviewPage({ pending, contacts, knownPeople, faults, faultyRows, shownChoice }: Props) {
  const t = useTranslations('contacts.import')
  const locale = useLocale()
  const { id, file_name, sheet, choice } = pending
  const labelOf = useHeadLabel()
  const ignoredLabels = choice!.flatMap((field, index) => (field ? [] : labelOf(sheet!, index)))
  const columnsPath = `/mgmt/contacts/import/${id}`
  return (
    <>
      <PageHead title={t('preview.title')} lead={t('found', { name: file_name, count: sheet!.rows.length })}>
        <CancelButton id={id} />
        <a href={columnsPath} className="btn btn-outline">
          {t('preview.columns')}
        </a>
      </PageHead>
      <div className="grid gap-4">
        <Panel title={t('preview.counts')}>
          <ul className="list-disc ps-5">
            <li>{t('preview.fresh', { count: contacts.length - knownPeople.length })}</li>
            <li>{t('preview.known', { count: knownPeople.length })}</li>
            <li>{t('preview.faulty', { count: faultyRows })}</li>
          </ul>
          {ignoredLabels.length > 0 && (
            <p className="wrap-anywhere mt-2">
              {t('preview.unread', { columns: ignoredLabels.join(locale === 'en_US' ? ', ' : '、') })}
            </p>
          )}
        </Panel>
        {faults.length > 0 && <Faults faults={faults} />}
        {knownPeople.length > 0 && <KnownPeople knownPeople={knownPeople} />}
        {contacts.length > 0 && (
          <form method="post" action={`${columnsPath}/preview`} className="grid gap-2">
            <input type="hidden" name="seen" value={shownChoice} />
            <Choices knownPeople={knownPeople} />
            <div className="flex justify-end">
              <button type="submit" className="btn btn-primary">
                {t('preview.import')}
              </button>
            </div>
          </form>
        )}
      </div>
    </>
  )
}

/**
 * Fields that choose what to do with people who are contacts already. Only one contact can have an email.
 */
function Choices({ knownPeople }: Pick<Preview, 'knownPeople'>) {
  const t = useTranslations('contacts.import.preview')
  const byEmail = knownPeople.filter(({ match }) => match.by === 'email').length
  const otherCount = knownPeople.length - byEmail
  const optionsOf = (values: readonly ('skip' | 'update' | 'add')[]) =>
    values.map((value) => ({ value, label: t(`choice.${value}`) }))
  return (
    <div className="grid max-w-xl gap-2">
      {byEmail > 0 && (
        <SelectField
          name="email"
          label={t('byEmail', { count: byEmail })}
          hint={t('byEmailHint')}
          options={optionsOf(['skip', 'update'])}
        />
      )}
      {otherCount > 0 && (
        <SelectField
          name="other"
          label={t('byOther', { count: otherCount })}
          options={optionsOf(['skip', 'update', 'add'])}
        />
      )}
      {knownPeople.length > 0 && <p className="text-base-content/75 text-sm">{t('updateHint')}</p>}
    </div>
  )
}

function KnownPeople({ knownPeople }: Pick<Preview, 'knownPeople'>) {
  const t = useTranslations('contacts')
  const columns: Column<Preview['knownPeople'][number]>[] = [
    { key: 'line', head: t('import.line'), cell: ({ contact }) => contact.line },
    { key: 'name', head: t('import.preview.inFile'), cell: ({ contact }) => contact.name, main: true },
    { key: 'match', head: t('import.preview.inBook'), cell: ({ match }) => match.name, main: true },
    { key: 'by', head: t('import.preview.same'), cell: ({ match }) => t(`import.preview.by.${match.by}`) },
  ]
  return (
    <Panel title={t('import.preview.there')}>
      <Table
        caption={t('import.preview.there')}
        columns={columns}
        rows={knownPeople.slice(0, MAX_SHOWN)}
        rowKey={({ match }) => match.id}
      />
      {knownPeople.length > MAX_SHOWN && (
        <p className="text-sm">{t('import.more', { count: knownPeople.length - MAX_SHOWN })}</p>
      )}
    </Panel>
  )
}

/** The rows that are not imported, with the reason. */
function Faults({ faults }: { faults: Fault[] }) {
  const t = useTranslations('contacts')
  const translateAny = useTranslations()
  const columns: Column<Fault>[] = [
    { key: 'line', head: t('import.line'), cell: ({ line }) => line },
    { key: 'column', head: t('import.column'), cell: ({ column }) => (column ? t(`csv.${column}`) : '') },
    { key: 'problem', head: t('import.problem'), cell: ({ problem }) => translateAny(problem), main: true },
    { key: 'written', head: t('import.written'), cell: ({ badText }) => badText.slice(0, 60), wide: true },
  ]
  return (
    <Panel title={t('import.faults', { count: faults.length })}>
      <Table
        caption={t('import.problem')}
        columns={columns}
        rows={faults.slice(0, MAX_SHOWN)}
        rowKey={({ line, column }) => `${line} ${column}`}
      />
      {faults.length > MAX_SHOWN && (
        <p className="text-sm">{t('import.more', { count: faults.length - MAX_SHOWN })}</p>
      )}
    </Panel>
  )
}
