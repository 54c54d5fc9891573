import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'

const [format] = Object.values(
  import.meta.glob<string>('../../../../docs/template-format.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)

/** A run of Chinese characters; the group keeps it when the text is split. */
const CHINESE = /([\p{Script=Han}][\p{Script=Han}，。、；：（）“”《》]*)/u

/** The documentation of the format, for authors who write YAML. */
export function FormatPage() {
  const t = useTranslations('authoring.format')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <a href="/desk/templates/new" className="btn btn-ghost">
          {t('back')}
        </a>
      </PageHead>
      <pre
        lang="en"
        className="wrap-anywhere whitespace-pre-wrap rounded-box border border-base-300 bg-base-100 p-4 text-sm"
      >
        {format!.split(CHINESE).map((words, index) =>
          index % 2 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
            <span key={index} lang="zh-Hans">
              {words}
            </span>
          ) : (
            words
          ),
        )}
      </pre>
    </>
  )
}
