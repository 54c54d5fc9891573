import { Icon, type IconName } from '#views/icons.tsx'
import { SentenceSpace, useTranslations } from '#views/language.tsx'

/** Where the page's script shows a PDF; without it there is the download. */
export function PdfViewer({ src, pages }: { src: string; pages: number }) {
  const t = useTranslations('documents.pdf')
  return (
    <section
      aria-label={t('title')}
      data-pdf-viewer
      data-src={src}
      data-words={JSON.stringify({
        loading: t('loading', { percent: '{percent}' }),
        failed: t('failed'),
        page: t('page', { page: '{page}' }),
        found: t('found', { at: '{at}', count: '{count}' }),
        notFound: t('notFound'),
      })}
      className="rounded-box border border-base-300 bg-base-100 print:hidden"
    >
      <p data-pdf="told" role="status" className="p-4 empty:hidden">
        <noscript>
          {t('noScript')}
          <SentenceSpace />
          <a className="link" href={src}>
            {t('download')}
          </a>
        </noscript>
      </p>
      <div data-pdf="frame" hidden>
        <Tools pages={pages} />
        <div className="flex h-[75vh] min-h-96">
          <nav
            aria-label={t('thumbnails')}
            className="relative w-32 shrink-0 border-base-300 border-e max-md:hidden"
          >
            <ul data-pdf="thumbnails" className="absolute inset-0 space-y-2 overflow-y-auto p-2" />
          </nav>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too */}
          <div data-pdf="place" tabIndex={0} role="document" aria-label={t('keys')} className="pdf-place" />
        </div>
      </div>
    </section>
  )
}

function Tools({ pages }: { pages: number }) {
  const t = useTranslations('documents.pdf')
  return (
    <div
      role="toolbar"
      aria-label={t('tools')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-b p-2"
    >
      <span className="flex items-center gap-1">
        <Tool name="before" label={t('before')} icon="chevron" turned />
        <label className="flex items-center gap-1 text-sm">
          <span className="sr-only">{t('pageField')}</span>
          <input
            data-pdf="page"
            type="number"
            min={1}
            max={pages}
            defaultValue={1}
            className="input input-sm w-16 tabular-nums"
          />
          {t('of', { pages })}
        </label>
        <Tool name="next" label={t('next')} icon="chevron" />
      </span>
      <span className="flex items-center gap-1">
        <Tool name="smaller" label={t('smaller')} icon="minus" />
        <output data-pdf="scale" className="w-14 text-center text-sm tabular-nums" />
        <Tool name="larger" label={t('larger')} icon="plus" />
        <button type="button" data-pdf="fit" className="btn btn-ghost btn-sm">
          {t('fit')}
        </button>
      </span>
      <span className="flex flex-wrap items-center gap-1">
        <input
          data-pdf="search"
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          className="input input-sm w-44"
        />
        <Tool name="foundBefore" label={t('foundBefore')} icon="chevron" turned />
        <Tool name="foundNext" label={t('foundNext')} icon="chevron" />
        <span data-pdf="found" role="status" className="text-sm tabular-nums" />
      </span>
    </div>
  )
}

interface ToolProps {
  name: string
  label: string
  icon: IconName
  turned?: boolean
}

function Tool({ name, label, icon, turned }: ToolProps) {
  return (
    <button
      type="button"
      data-pdf={name}
      aria-label={label}
      title={label}
      className="btn btn-ghost btn-sm btn-square"
    >
      <Icon name={icon} className={`size-4 ${turned ? 'rotate-180' : ''}`} />
    </button>
  )
}
