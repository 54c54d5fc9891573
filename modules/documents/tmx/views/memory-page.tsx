import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { CheckField, FileField, ProblemDetails } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { MemoryFault } from '../../translation/schema.ts'
import type { Memory } from '../memory-exchange.ts'
import { MAX_TMX_BYTES, MAX_UNITS } from '../read-tmx.ts'

const PATH = '/mgmt/acct-info/translation-memory'
const LIMITS = { megabytes: MAX_TMX_BYTES / 1024 / 1024, units: MAX_UNITS }

interface Props extends FormState {
  memory: Memory
}

/** The size of a team's translation memory, with export, import and undo. */
export function MemoryPage({ memory: { count, imports }, ...formState }: Props) {
  const t = useTranslations('documents.memory')
  return (
    <>
      <AcctTabs current="memory" />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('title')}>
          <p>{t('lead')}</p>
          <p className="my-3 font-medium">{t('count', { count })}</p>
          {count > 0 && (
            <a href={`${PATH}.tmx`} className="btn btn-outline">
              <Icon name="download" className="size-4" />
              {t('export')}
            </a>
          )}
        </Panel>
        <Panel title={t('import')}>
          <ProblemDetails value={formState.details ?? {}}>
            <ImportForm {...formState} />
          </ProblemDetails>
        </Panel>
        {imports.length > 0 && (
          <div className="xl:col-span-2">
            <Panel title={t('imports')}>
              <ul className="divide-y divide-base-300">
                {imports.map((one) => (
                  <li key={one.id} className="py-4 first:pt-0 last:pb-0">
                    <Import one={one} />
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
        )}
      </div>
    </>
  )
}

function ImportForm({ values, problems }: FormState) {
  const t = useTranslations('documents.memory')
  const file = { name: 'file', label: t('file'), hint: t('hint', LIMITS), values, problems }
  return (
    <form method="post" action={PATH} encType="multipart/form-data" noValidate>
      <FileField {...file} required accept=".tmx,application/x-tmx+xml,text/xml,application/xml" />
      <CheckField name="replace" values={values} problems={problems}>
        {t('replace')}
      </CheckField>
      <button type="submit" className="btn btn-primary mt-3">
        {t('submit')}
      </button>
    </form>
  )
}

function Import({ one }: { one: Memory['imports'][number] }) {
  const t = useTranslations('documents.memory')
  const { id, file_name: name, created_at: createdAt, undone_at: undoneAt, faults, refused } = one
  const { added, same, differing, replaced } = one
  return (
    <>
      <p className="wrap-anywhere font-medium">
        {name} · <Moment at={createdAt} />
      </p>
      {undoneAt ? (
        <p role="status" className="mt-1">
          {t('undone')}
        </p>
      ) : (
        <ul className="mt-1 list-disc pl-5 text-sm">
          <li>{t('added', { count: added })}</li>
          <li>{t('same', { count: same })}</li>
          {differing > 0 && <li>{t(replaced ? 'replaced' : 'differing', { count: differing })}</li>}
          {refused > 0 && <li>{t('refused', { count: refused })}</li>}
        </ul>
      )}
      {!undoneAt && faults.length > 0 && <Faults faults={faults} refused={refused} />}
      {!undoneAt && added > 0 && (
        <form method="post" action={`${PATH}/${id}/undoing`} className="mt-3">
          <button type="submit" className="btn btn-sm btn-outline">
            {t('undo')}
          </button>
        </form>
      )}
    </>
  )
}

/** The units that were not imported, with their lines and reasons. */
function Faults({ faults, refused }: { faults: MemoryFault[]; refused: number }) {
  const t = useTranslations('documents.memory')
  const translateAny = useTranslations()
  const columns: Column<MemoryFault>[] = [
    { key: 'unit', head: t('unit'), cell: ({ unit }) => unit, short: true },
    { key: 'line', head: t('line'), cell: ({ line }) => line, short: true },
    { key: 'problem', head: t('problem'), cell: ({ problem }) => translateAny(problem), main: true },
  ]
  return (
    <details className="mt-2">
      <summary className="link py-1 text-sm">{t('which')}</summary>
      <Table caption={t('which')} columns={columns} rows={faults} rowKey={({ unit }) => String(unit)} />
      {refused > faults.length && <p className="text-sm">{t('more', { count: refused - faults.length })}</p>}
    </details>
  )
}
