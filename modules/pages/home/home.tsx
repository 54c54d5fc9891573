import type { Template } from '#assembly/template/template.ts'
import { TemplateGrid } from '#modules/templates/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { NoMailbox } from '../no-mailbox.tsx'
import { DocumentPanels, type Documents } from './home-documents.tsx'
import { EndingsPanel } from './home-endings.tsx'
import type { HomeFacts } from './home-facts.ts'
import { FirstSteps } from './home-first.tsx'
import { ContactsPanel, HelpLine, TasksPanel, Waiting } from './home-panels.tsx'
import { PlanEnded } from './home-plan-ended.tsx'

interface Props extends Documents, Omit<HomeFacts, 'categories'> {
  viewer: Viewer
  recommended: Template[]
}

export function HomePage({ viewer, edited, completed, recommended, ...facts }: Props) {
  const t = useTranslations('home')
  const mayCreate = useMay('document.create')
  const hasNoDocuments = mayCreate && !edited.length && !completed.length
  const lead = (
    <>
      {viewer.teamName !== viewer.name && <p>{viewer.teamName}</p>}
      <Waiting {...facts.waiting} />
    </>
  )
  return (
    <>
      <PageHead title={t('greeting', { name: viewer.name })} lead={lead}>
        {mayCreate && (
          <a href="/mgmt/new-doc" className="btn btn-primary btn-lg" data-tour-at="create">
            <Icon name="plus" />
            {t('createNew')}
          </a>
        )}
      </PageHead>
      {viewer.email === null && <NoMailbox words={t('noMailbox')} />}
      {facts.ended && <PlanEnded viewer={viewer} ended={facts.ended} />}
      <EndingsPanel endings={facts.endings} />
      {hasNoDocuments && (
        <div className="mb-4">
          <FirstSteps template={recommended[0]?.code} />
        </div>
      )}
      <div className="*:mb-4 *:break-inside-avoid xl:columns-2 xl:gap-4">
        {!mayCreate && <TasksPanel tasks={facts.tasks} />}
        {!hasNoDocuments && <DocumentPanels edited={edited} completed={completed} />}
        {mayCreate && <TasksPanel tasks={facts.tasks} />}
        <ContactsPanel contacts={facts.contacts} />
      </div>
      {mayCreate && <Recommended templates={recommended} />}
      <HelpLine tour={mayCreate && facts.tour} />
    </>
  )
}

function Recommended({ templates }: { templates: Template[] }) {
  const t = useTranslations('home')
  return (
    <>
      <h2 className="mt-6 mb-2 font-serif text-lg">{t('recommended')}</h2>
      <TemplateGrid
        templates={templates.map((template) => ({ template, isNew: false }))}
        href={(code) => `/mgmt/new-doc?template=${code}`}
      />
    </>
  )
}
