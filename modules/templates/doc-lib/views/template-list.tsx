import { categoryKey } from '#assembly/template/words-in.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty } from '#views/parts.tsx'
import { usePermissions } from '#views/permissions.ts'
import { type LibraryFilter, libraryPath } from '../filter.ts'
import type { ListedTemplate, Shelf } from '../shelf.ts'
import { TemplateCard } from './template-card.tsx'
import { LIST } from './template-filters.tsx'

interface Props {
  /** The path of the page that contains the list. */
  path: string
  shelf: Shelf
  chosen?: string
}

const NEW_DOC = '/mgmt/new-doc'

export function TemplateList({ path, shelf, chosen }: Props) {
  const t = useTranslations('documents')
  const { filter, recommended, listed } = shelf
  const keptParameters: Record<string, string> = chosen ? { template: chosen } : {}
  const pathWith = (changes: Partial<LibraryFilter>) =>
    libraryPath(path, { ...filter, ...changes }, keptParameters)
  const href = (code: string) =>
    path === NEW_DOC
      ? `${libraryPath(path, filter, { template: code })}#template-detail`
      : `${NEW_DOC}?template=${code}`
  const grid = (templates: ListedTemplate[]) => (
    <TemplateGrid templates={templates} href={href} chosen={chosen} />
  )
  return (
    <div id={LIST}>
      <Categories shelf={shelf} pathWith={pathWith} />
      <Chips filter={filter} pathWith={pathWith} />
      {recommended.length > 0 && (
        <section aria-labelledby="recommended" className="mb-6">
          <h2 id="recommended" className="mb-2 font-serif text-lg">
            {t('library.recommended')}
          </h2>
          {grid(recommended)}
        </section>
      )}
      {listed.length + recommended.length === 0 ? (
        <NoneFound filter={filter} unfilteredPath={path} />
      ) : (
        <section aria-labelledby="templates">
          <h2 id="templates" className="mb-2 font-serif text-lg">
            {recommended.length > 0 ? t('library.others') : t('library.count', { count: listed.length })}
          </h2>
          {grid(listed)}
        </section>
      )}
      <TailorMade />
    </div>
  )
}

type PathWith = (changes: Partial<LibraryFilter>) => string

interface CategoriesProps {
  shelf: Shelf
  pathWith: PathWith
}

function Categories({ shelf: { filter, categories, total }, pathWith }: CategoriesProps) {
  const t = useTranslations('documents')
  return (
    <nav aria-label={t('templateCategory')} className="mb-3 flex flex-wrap gap-1 max-sm:-mx-1">
      {[{ category: '', count: total }, ...categories].map(({ category, count }) => (
        <a
          key={category}
          href={pathWith({ category })}
          aria-current={category === filter.category || undefined}
          className={`btn btn-sm font-normal ${category === filter.category ? 'btn-neutral' : 'btn-ghost'}`}
        >
          {category ? t(categoryKey(category)) : t('filter.all')}
          <span className="text-xs tabular-nums opacity-80">{count}</span>
        </a>
      ))}
    </nav>
  )
}

/** The active filters, each with a link that removes it. */
function Chips({ filter, pathWith }: { filter: LibraryFilter; pathWith: PathWith }) {
  const t = useTranslations('documents')
  const { keyword, category, free, usable, sort } = filter
  const chips = [
    keyword && { label: t('library.quoted', { keyword }), without: pathWith({ keyword: '' }) },
    category && { label: t(categoryKey(category)), without: pathWith({ category: '' }) },
    free && { label: t('library.free'), without: pathWith({ free: false }) },
    usable && { label: t('library.usable'), without: pathWith({ usable: false }) },
    sort === 'newest' && { label: t('library.newest'), without: pathWith({ sort: 'recommended' }) },
  ].filter((chip) => !!chip)
  if (!chips.length) return null
  return (
    <ul aria-label={t('library.narrowedBy')} className="mb-3 flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <a
            href={without}
            aria-label={t('library.without', { what: label })}
            className="btn btn-outline btn-sm max-w-full font-normal"
          >
            <span className="truncate">{label}</span>
            <Icon name="close" className="size-3.5 shrink-0" />
          </a>
        </li>
      ))}
    </ul>
  )
}

interface NoneFoundProps {
  filter: LibraryFilter
  unfilteredPath: string
}

function NoneFound({ filter: { keyword }, unfilteredPath }: NoneFoundProps) {
  const t = useTranslations('documents')
  return (
    <Empty icon="search" title={keyword ? t('empty.search', { keyword }) : t('empty.templates')}>
      {keyword && <p className="mb-3">{t('library.searched')}</p>}
      <a className="btn btn-outline" href={unfilteredPath}>
        {t('empty.allTemplates')}
      </a>
    </Empty>
  )
}

/** Offers a tailor-made document to people who find no suitable template. */
function TailorMade() {
  const t = useTranslations('consultation')
  if (!usePermissions().includes('document.create')) return null
  return (
    <p className="mt-6 flex flex-wrap items-center gap-3">
      {t('noTemplate')}
      <a className="btn btn-outline btn-sm" href={`${NEW_DOC}?tab=CONSULT_SELECT`}>
        {t('ask')}
      </a>
    </p>
  )
}

interface GridProps {
  templates: ListedTemplate[]
  href: (code: string) => string
  chosen?: string
}

export function TemplateGrid({ templates, href, chosen }: GridProps) {
  return (
    <ul className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
      {templates.map(({ template, isNew, match }) => (
        <li key={template.code} className="row-span-4 grid grid-rows-subgrid gap-y-0">
          <TemplateCard
            template={template}
            isNew={isNew}
            match={match}
            href={href(template.code)}
            chosen={template.code === chosen}
          />
        </li>
      ))}
    </ul>
  )
}
