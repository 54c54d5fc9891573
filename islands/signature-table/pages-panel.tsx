import { useEffect, useRef } from 'react'
import type { PreviewAnswer } from '#modules/signing/preview.ts'
import { type PageBox, shownSize } from '#views/signature-places/plane.ts'
import { idOf } from './places.ts'
import { SpotBox } from './spot-box.tsx'
import type { Places } from './use-places.ts'
import { useWords } from './words.ts'

interface Props {
  /** Undefined while the preview is being made; null if it could not be made. */
  preview: PreviewAnswer | null | undefined
  placing: Places
}

/** The pages of the file that will be sent, with a box at every signature place. */
export function PagesPanel({ preview, placing }: Props) {
  const t = useWords()
  const root = useRef<HTMLDivElement>(null)
  const hasPreview = Boolean(preview)
  // Scrolls to the first places without animation.
  useEffect(() => {
    if (!hasPreview) return
    const frame = requestAnimationFrame(() => showFirst(root.current))
    return () => cancelAnimationFrame(frame)
  }, [hasPreview])
  return (
    <section
      aria-labelledby="places-title"
      className="rounded-box border border-base-300 bg-base-100 lg:sticky lg:top-4"
    >
      <div className="border-base-300 border-b px-4 py-3">
        <h2 id="places-title" className="font-serif text-lg">
          {t('places.title')}
        </h2>
        <p className="max-w-prose text-base-content/75 text-sm">{t('places.lead')}</p>
        <p id="places-keys" className="max-w-prose text-base-content/75 text-sm max-lg:sr-only">
          {t('places.keys')}
        </p>
        <p role="status" className="sr-only">
          {placing.announcement}
        </p>
      </div>
      {preview ? (
        <div ref={root} id="places-pages" className="sign-pages">
          {preview.boxes.map((box) => (
            <Page key={box.page} box={box} root={() => root.current} preview={preview} placing={placing} />
          ))}
        </div>
      ) : (
        <p role="status" className="p-6 text-base-content/75">
          {preview === null ? t('places.failed') : t('places.making')}
        </p>
      )}
      {placing.places.length === 0 && preview && <p className="p-4">{t('places.nowhere')}</p>}
    </section>
  )
}

/** Scrolls only the panel, not the page around it. */
function showFirst(root: HTMLElement | null) {
  const firstSpot = root?.querySelector<HTMLElement>('.pdf-spot')
  if (!root || !firstSpot) return
  const distance = firstSpot.getBoundingClientRect().top - root.getBoundingClientRect().top
  root.scrollTop += distance - root.clientHeight / 2
}

interface PageProps extends Omit<Props, 'preview'> {
  preview: PreviewAnswer
  box: PageBox
  root: () => HTMLDivElement | null
}

function Page({ preview, box, root, placing }: PageProps) {
  const t = useWords()
  const { width, height } = shownSize(box)
  const pictureUrl = `${preview.pictures}/${box.page}`
  const placesOnPage = placing.places.filter(
    ({ spot }) => Math.min(spot.page, preview.boxes.length) === box.page,
  )
  return (
    <section
      data-page={box.page}
      aria-label={t('places.page', { page: box.page })}
      className="sign-page"
      // Reserves the size of the page before its picture is loaded.
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <img
        src={pictureUrl}
        srcSet={`${pictureUrl}?width=700 700w, ${pictureUrl} 1000w`}
        sizes="(max-width: 64rem) 92vw, 640px"
        width={Math.round(width)}
        height={Math.round(height)}
        alt=""
        loading="lazy"
      />
      <span className="sign-page-number" aria-hidden="true">
        {t('places.of', { page: box.page, pages: preview.boxes.length })}
      </span>
      {placesOnPage.map((place) => (
        <SpotBox
          key={idOf(place)}
          place={place}
          boxes={preview.boxes}
          pages={root}
          onMove={(spot) => placing.move(place, spot)}
          onRemove={placing.placesOf(place.signatoryId).length > 1 ? () => placing.remove(place) : undefined}
        />
      ))}
    </section>
  )
}
