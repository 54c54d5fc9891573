import { useTranslations } from '#views/language.tsx'
import { type Column, Table } from '#views/table.tsx'
import type { StatementFault } from '../reading/fault.ts'

/** The maximum number of faults that are shown; further ones are only counted. */
const MAX_SHOWN = 50

/** The problems of a file and their places; such a file is not stored. */
export function Faults({ faults }: { faults: StatementFault[] }) {
  const t = useTranslations('desk.statements')
  const translateAny = useTranslations()
  const columns: Column<StatementFault>[] = [
    { key: 'line', head: t('line'), cell: ({ line }) => line },
    { key: 'column', head: t('column'), cell: ({ column }) => (column ? t(`columns.${column}`) : '') },
    { key: 'problem', head: t('what'), cell: ({ problem }) => translateAny(problem), main: true },
  ]
  return (
    <section role="alert" className="mb-4 rounded-box border border-error/40 bg-base-100 p-3">
      <p className="font-medium">{t('faults', { count: faults.length })}</p>
      <Table
        caption={t('what')}
        columns={columns}
        rows={faults.slice(0, MAX_SHOWN)}
        rowKey={({ line, column }) => `${line} ${column}`}
      />
      {faults.length > MAX_SHOWN && (
        <p className="text-sm">{t('more', { count: faults.length - MAX_SHOWN })}</p>
      )}
    </section>
  )
}
