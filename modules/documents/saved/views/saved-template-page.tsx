import { assemble } from '#assembly/assemble.ts'
import { categoryKey, localeOf, twinIn } from '#assembly/template/words-in.ts'
import { Paper } from '#modules/printing/index.ts'
import { libraryTemplates } from '#modules/templates/index.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { Moment } from '#views/values/moment.tsx'
import { SAVED_PATH } from '../list.ts'
import type { SavedTemplate } from '../saved-template.ts'

interface Props {
  savedTemplate: SavedTemplate
  /** The completed action. */
  done?: 'saved' | 'renamed'
}

/** The detail page of a saved template: its source, its paper, and the actions. */
export function SavedTemplatePage({ savedTemplate: saved, done }: Props) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const { id, name, template, answers, document_id, source_number } = saved
  return (
    <>
      <div className="print:hidden">
        {done && (
          <p role="status" className="alert alert-success alert-soft mb-4">
            <Icon name="check" className="size-5" />
            <span>{t(`saved.done.${done}`)}</span>
            {done === 'saved' && document_id && source_number && (
              <a className="link" href={`/mgmt/${document_id}/view-doc`}>
                {t('saved.back')}
              </a>
            )}
          </p>
        )}
        <PageHead title={name}>
          <Actions id={id} />
        </PageHead>
        <p className="mb-5 flex flex-wrap gap-x-6 gap-y-1 text-base-content/75 text-sm">
          <a className="link" href={SAVED_PATH}>
            {t('tab.templates')}
          </a>
          <span>{twinIn(template.title, locale)}</span>
          <span>
            {t(categoryKey(template.category))} · {t('type', { type: template.type })}
          </span>
          <span>
            {t('saved.time')} <Moment at={saved.created_at} />
          </span>
          {document_id && source_number && (
            <span>
              {t('saved.from')}{' '}
              <a className="link tabular-nums" href={`/mgmt/${document_id}/view-doc`}>
                {source_number}
              </a>
            </span>
          )}
        </p>
        <NewerNotice savedTemplate={saved} />
      </div>
      <Paper tree={assemble({ name, number: '', template, answers })} />
      <ActionPlace />
    </>
  )
}

function Actions({ id }: { id: string }) {
  const t = useTranslations('documents.saved')
  if (!useMay('document.create')) return null
  return (
    <>
      <ActionLink href={`/mgmt/my-templates/${id}/use`} className="btn btn-primary">
        {t('use.open')}
      </ActionLink>
      <ActionLink href={`/mgmt/my-templates/${id}/name`} className="btn btn-ghost">
        {t('rename.open')}
      </ActionLink>
      <ActionLink href={`/mgmt/my-templates/${id}/deletion`} className="btn btn-ghost">
        {t('deletion.open')}
      </ActionLink>
    </>
  )
}

/** The notice that the library has a newer version, and that the saved template keeps its text. */
function NewerNotice({ savedTemplate: { template } }: { savedTemplate: SavedTemplate }) {
  const t = useTranslations('documents.saved')
  const latestTemplate = libraryTemplates().find(({ code }) => code === template.code)
  if (latestTemplate?.version === template.version) return null
  return (
    <p role="status" className="alert alert-warning alert-soft mx-auto mb-4 max-w-4xl">
      <span>{t(latestTemplate ? 'newer' : 'retired')}</span>
      <a
        className="link"
        href={latestTemplate ? `/mgmt/new-doc?template=${latestTemplate.code}` : '/mgmt/doc-lib'}
      >
        {t(latestTemplate ? 'toNewer' : 'toLibrary')}
      </a>
    </p>
  )
}
