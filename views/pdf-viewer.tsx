import { Icon, type IconName } from '#views/icons.tsx'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { type PageBox, type SignatureSpot, shownSize, toShown } from '#views/signature-places/plane.ts'

/** A PDF, and the base address of the images of its pages. */
export interface ShownPdf {
  src: string
  pictures: string
  boxes: PageBox[]
  /** The places where the reader will sign. */
  ownSpots?: SignatureSpot[]
}

/**
 * The pages of a PDF as images, which every browser shows without scripts. The script of the viewer adds
 * tools for reading, and text that can be selected and searched.
 */
export function PdfViewer({ src, pictures, boxes, ownSpots = [] }: ShownPdf) {
  const t = useTranslations('documents.pdf')
  return (
    <section
      aria-label={t('title')}
      data-pdf-viewer
      data-src={src}
      data-pictures={pictures}
      data-words={JSON.stringify({
        failed: t('failed'),
        failedPage: t('failedPage', { page: '{page}' }),
        page: t('page', { page: '{page}' }),
        searching: t('searching'),
        found: t('found', { at: '{at}', count: '{count}' }),
        notFound: t('notFound'),
        noSearch: t('noSearch'),
      })}
      className="rounded-box border border-base-300 bg-base-100 print:hidden"
    >
      <p data-pdf="status" role="status" className="p-3 text-sm empty:hidden">
        {t('loading')}
        <SentenceSpace />
        <a className="link" href={src}>
          {t('download')}
        </a>
      </p>
      <Tools pages={boxes.length} />
      <div className="flex h-[75vh] min-h-96">
        <nav
          data-pdf="aside"
          hidden
          aria-label={t('thumbnails')}
          className="relative w-32 shrink-0 border-base-300 border-e max-md:hidden"
        >
          <ul data-pdf="thumbnails" className="absolute inset-0 space-y-2 overflow-y-auto p-2" />
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard */}
        <div data-pdf="place" tabIndex={0} role="document" aria-label={t('keys')} className="pdf-place">
          {boxes.map((box) => (
            <Sheet
              key={box.page}
              box={box}
              pictures={pictures}
              ownSpots={ownSpots.filter(({ page }) => page === box.page)}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

/** CSS pixels per point, at 100 %. */
const PIXELS = 96 / 72

interface SheetProps {
  box: PageBox
  pictures: string
  ownSpots: SignatureSpot[]
}

function Sheet({ box, pictures, ownSpots }: SheetProps) {
  const t = useTranslations('documents.pdf')
  const { width, height } = shownSize(box)
  const pictureUrl = `${pictures}/${box.page}`
  return (
    <section className="pdf-sheet" data-page={box.page} aria-label={t('page', { page: box.page })}>
      <img
        src={pictureUrl}
        srcSet={`${pictureUrl}?width=700 700w, ${pictureUrl} 1000w`}
        sizes="(max-width: 768px) 92vw, 800px"
        width={Math.round(width * PIXELS)}
        height={Math.round(height * PIXELS)}
        alt={t('page', { page: box.page })}
        loading={box.page > 1 ? 'lazy' : undefined}
        fetchPriority={box.page > 1 ? undefined : 'high'}
      />
      {ownSpots.length > 0 && <OwnPlaces box={box} ownSpots={ownSpots} />}
    </section>
  )
}

/** Drawn as SVG over the image, because the content security policy forbids inline styles. */
function OwnPlaces({ box, ownSpots }: Omit<SheetProps, 'pictures'>) {
  const t = useTranslations('documents.pdf')
  const { width, height } = shownSize(box)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('signHere')} className="pdf-own">
      {ownSpots.map((spot) => {
        const { left, top, width: wide, height: high } = toShown(box, spot)
        return (
          <g key={`${left} ${top}`}>
            <rect x={left} y={top} width={wide} height={high} rx="2" />
            <text x={left + 5} y={top + Math.min(14, high - 3)} fontSize={Math.min(10, high / 2)}>
              {t('signHere')}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function Tools({ pages }: { pages: number }) {
  const t = useTranslations('documents.pdf')
  return (
    <div
      data-pdf="tools"
      hidden
      role="toolbar"
      aria-label={t('tools')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-base-300 border-b p-2 [&[hidden]]:hidden"
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
