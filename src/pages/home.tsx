import {
  type latestDocuments,
  Moment,
  StatusWord,
  type Template,
  TemplateCard,
} from '#modules/documents/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { All, ContactsPanel, HelpLine, TasksPanel } from './home-panels.tsx'
import type { People } from './home-people.ts'

type Documents = Awaited<ReturnType<typeof latestDocuments>>['edited']

interface Props {
  viewer: Viewer
  edited: Documents
  completed: Documents
  recommended: Template[]
  people: People
}

export function HomePage({ viewer, edited, completed, recommended, people }: Props) {
  const t = useTranslations('home')
  const mayCreate = useMay('document.create')
  return (
    <>
      <PageHead title={t('greeting', { name: viewer.name })} lead={viewer.teamName}>
        {mayCreate && (
          <a href="/mgmt/new-doc" className="btn btn-primary btn-lg">
            <Icon name="plus" />
            {t('createNew')}
          </a>
        )}
      </PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('edited')} action={edited.length > 0 && <All href="/mgmt/my-docs" />}>
          <DocumentLines documents={edited} empty={t(mayCreate ? 'editedEmpty' : 'editedNone')} />
        </Panel>
        <Panel
          title={t('completed')}
          action={completed.length > 0 && <All href="/mgmt/my-docs?status=completed" />}
        >
          <DocumentLines documents={completed} empty={t('completedEmpty')} />
        </Panel>
        <TasksPanel tasks={people.tasks} />
        <ContactsPanel contacts={people.contacts} />
      </div>
      <h2 className="mt-6 mb-2 font-serif text-lg">{t('recommended')}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {recommended.map((template) => (
          <li key={template.code}>
            <TemplateCard template={template} href={`/mgmt/new-doc?template=${template.code}`} />
          </li>
        ))}
      </ul>
      <HelpLine />
    </>
  )
}

function DocumentLines({ documents, empty }: { documents: Documents; empty: string }) {
  if (!documents.length) return <p className="py-4 text-base-content/75">{empty}</p>
  return (
    <ul className="divide-y divide-base-300">
      {documents.map((row) => (
        <li key={row.id} className="flex items-baseline justify-between gap-x-4 py-2 max-sm:flex-wrap">
          <span className="min-w-0 max-sm:w-full">
            <a
              className="link-hover wrap-anywhere"
              href={`/mgmt/${row.id}/${row.status === 'draft' ? 'edit-doc' : 'view-doc'}`}
            >
              {row.name}
            </a>
            <span className="wrap-anywhere block text-base-content/75 text-sm">{row.counterparty}</span>
          </span>
          <span className="flex shrink-0 gap-4 text-base-content/75 text-sm">
            <StatusWord status={row.status} />
            <Moment at={row.updated_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
