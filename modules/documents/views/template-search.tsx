import { useTranslations } from '#views/language.tsx'

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
      <form method="get" action={action} className="join max-w-full">
        <input type="hidden" name="category" value={filter.category} />
        <input
          name="keyword"
          type="search"
          defaultValue={filter.keyword}
          aria-label={t('searchTemplate')}
          placeholder={t('searchTemplate')}
          className="input join-item w-60 min-w-0 shrink"
        />
        <button type="submit" className="btn join-item">
          {t('search')}
        </button>
      </form>
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
