import type { Selectable } from 'kysely'
import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import { sizeOf } from '../figure.ts'
import type { UseTable } from '../schema.ts'
import type { Seal } from '../seal.ts'
import { Notice } from './notice.tsx'
import { SEALS } from './seals-page.tsx'

type Use = Selectable<UseTable>

interface Props extends FormState {
  seal: Seal
  uses: Use[]
  mayManage: boolean
}

/** One seal: its picture, its name, and who used it on which document. */
export function SealPage({ seal, uses, mayManage, values, problems }: Props) {
  const t = useTranslations('seals')
  const { width, height } = sizeOf(seal.look)
  return (
    <>
      <AcctTabs current="seals" />
      <a href={SEALS} className="link mb-3 inline-block text-sm" data-back>
        {t('back')}
      </a>
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Panel title={seal.label}>
          <div className="mb-3 grid h-56 place-items-center rounded-box bg-white p-3">
            <img
              src={`${SEALS}/${seal.id}/picture`}
              alt={t('pictureOf', { label: seal.label })}
              className={`max-h-full max-w-full ${seal.retired_at ? 'opacity-40 grayscale' : ''}`}
            />
          </div>
          <p>{t(`kind.${seal.kind}`)}</p>
          <p className="text-base-content/75 text-sm tabular-nums">{t('size', { width, height })}</p>
          <p className="mb-3 text-base-content/75 text-sm">
            {t('addedBy', { name: seal.created_by })} <Moment at={seal.created_at} />
          </p>
          <StateWord tone={seal.retired_at ? 'plain' : 'success'}>
            {t(seal.retired_at ? 'retired' : 'inUse')}
          </StateWord>
          {mayManage && (
            <form method="post" action={`${SEALS}/${seal.id}`} className="mt-4" noValidate>
              <TextField
                name="label"
                label={t('label')}
                maxLength={60}
                required
                autoComplete="off"
                values={{ label: seal.label, ...values }}
                problems={problems}
              />
              <div className="mt-2 flex flex-wrap gap-2">
                <button type="submit" className="btn btn-sm btn-outline">
                  {t('rename')}
                </button>
                {!seal.retired_at && (
                  <a href={`${SEALS}/${seal.id}/retirement`} className="btn btn-sm btn-ghost text-error">
                    {t('retire.action')}
                  </a>
                )}
              </div>
            </form>
          )}
        </Panel>
        <Panel title={t('use.title')}>
          {uses.length === 0 ? <p>{t('use.none')}</p> : <Uses uses={uses} />}
        </Panel>
      </div>
      <div className="mt-4">
        <Notice />
      </div>
    </>
  )
}

function Uses({ uses }: { uses: Use[] }) {
  const t = useTranslations('seals.use')
  const columns: Column<Use>[] = [
    {
      key: 'document',
      head: t('document'),
      main: true,
      cell: (use) => (
        <>
          <a className="link" href={`/mgmt/${use.document_id}/view-doc`}>
            {use.document_name}
          </a>
          <NarrowLine>
            <span>{use.document_number}</span>
            <Moment at={use.at} />
          </NarrowLine>
        </>
      ),
    },
    { key: 'number', head: t('number'), wide: true, cell: (use) => use.document_number },
    { key: 'action', head: t('action'), cell: (use) => t(use.action) },
    { key: 'person', head: t('person'), cell: (use) => use.person },
    { key: 'at', head: t('at'), wide: true, short: true, cell: (use) => <Moment at={use.at} /> },
  ]
  return <Table caption={t('title')} columns={columns} rows={uses} rowKey={(use) => use.id} />
}
