import { useTranslations } from '#views/language.tsx'
import { SearchBox } from '#views/search-box.tsx'

interface Props {
  action: string
  categories: string[]
  filter: { keyword: string; category: string }
}

export function TemplateSearch({ action, categories, filter }: Props) {
  const t = useTranslations('documents')
  const link = (category: string) => `${action}?${new URLSearchParams({ ...filter, category })}`
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <search className="w-full sm:w-72">
        <form method="get" action={action}>
          {filter.category && <input type="hidden" name="category" value={filter.category} />}
          <SearchBox label={t('searchTemplate')} value={filter.keyword} />
        </form>
      </search>
      <nav aria-label={t('templateCategory')} className="flex flex-wrap gap-1">
        {['', ...categories].map((category) => (
          <a
            key={category}
            href={link(category)}
            aria-current={category === filter.category || undefined}
            className={`btn btn-sm ${category === filter.category ? 'btn-neutral' : 'btn-ghost'}`}
          >
            {category ? t(`category.${category}`) : t('filter.all')}
          </a>
        ))}
      </nav>
    </div>
  )
}
