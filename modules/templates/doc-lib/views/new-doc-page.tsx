import type { ReactNode } from 'react'
import type { Template } from '#assembly/template/template.ts'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import type { UsageLine } from '#modules/orders/index.ts'
import { NewDocTabs } from '#views/documents/new-doc-tabs.tsx'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import type { Shelf } from '../shelf.ts'
import { TemplateDetail } from './template-detail.tsx'
import { TemplateFilters } from './template-filters.tsx'
import { TemplateGrid, TemplateList } from './template-list.tsx'

interface Props {
  shelf: Shelf
  chosen: Template | null
  /** The requested template if it is retired, and the nearest alternatives. */
  retiredTemplate?: { template: Template; nearest: Template[] }
  /** The remaining uses of the kind that the chosen template needs. */
  uses: UsageLine | null
  /** The laws cited by the chosen template, with their reviews and changes. */
  laws: ReactNode
  /** The values of a rejected form, by field name. */
  values?: Record<string, string>
  /** Why no document was created, as a locale key. */
  problem?: MessageKey
}

const PATH = '/mgmt/new-doc'

export function NewDocPage({ shelf, chosen, retiredTemplate, uses, laws, values, problem }: Props) {
  const t = useTranslations('documents')
  return (
    <NewDocTabs current="TEMPLATE_SELECT">
      {!chosen && problem && (
        <div className="mb-4">
          <FormProblem problem={problem} />
          {!retiredTemplate && <p className="mt-2">{t('chooseAnother')}</p>}
        </div>
      )}
      {retiredTemplate && <RetiredNotice {...retiredTemplate} />}
      {chosen && uses && (
        <TemplateDetail
          template={chosen}
          uses={uses}
          laws={laws}
          values={values}
          problem={problem}
          filter={shelf.filter}
        />
      )}
      {(chosen || retiredTemplate) && <h2 className="mb-3 font-serif text-xl">{t('library.another')}</h2>}
      <TemplateFilters action={PATH} filter={shelf.filter} chosen={chosen?.code} />
      <TemplateList path={PATH} shelf={shelf} chosen={chosen?.code} />
    </NewDocTabs>
  )
}

/** The notice for a link to a retired template, with the alternatives. */
function RetiredNotice({ template, nearest }: { template: Template; nearest: Template[] }) {
  const t = useTranslations('documents')
  const title = twinIn(template.title, localeOf(useLocale()))
  return (
    <section aria-labelledby="gone" className="mb-8">
      <h2 id="gone" className="font-serif text-xl">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-base-content/75">{t('library.gone')}</p>
      {nearest.length > 0 && (
        <>
          <h3 className="mb-2 font-semibold">{t('library.nearest')}</h3>
          <TemplateGrid
            templates={nearest.map((one) => ({ template: one, isNew: false }))}
            href={(code) => `${PATH}?template=${code}`}
          />
        </>
      )}
    </section>
  )
}
