import { useTranslations } from '#views/language.tsx'
import { type PageBox, shownSize, toShown } from '#views/signature-places/plane.ts'
import type { ShownPage } from '../pages-to-show.ts'
import { isPermitted } from './later-list.tsx'

/** A page with its picture as WebP. */
export interface PagePicture {
  shownPage: ShownPage
  box: PageBox
  webp: Uint8Array
}

const STROKES = { holds: 'stroke-success', unclear: 'stroke-warning', fails: 'stroke-error' }
const FILLS = { holds: 'fill-success', unclear: 'fill-warning', fails: 'fill-error' }

/**
 * The signed pages as the file shows them now, with a number at each signature and a frame around later
 * changes.
 */
export function PagePictures({ pictures }: { pictures: PagePicture[] }) {
  const t = useTranslations('signing.verify')
  if (pictures.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="font-serif text-xl">{t('pictures.title')}</h2>
      <p className="mt-1 max-w-prose text-base-content/75 text-sm">{t('pictures.lead')}</p>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2">
        {pictures.map((picture) => (
          <Picture key={picture.shownPage.page} {...picture} />
        ))}
      </ul>
    </section>
  )
}

function Picture({ shownPage, box, webp }: PagePicture) {
  const t = useTranslations('signing.verify')
  const { width, height } = shownSize(box)
  const isChanged = shownPage.later.some((one) => !isPermitted(one))
  const words = [...new Set(shownPage.later.map(({ what }) => t(`later.${what}`)))].join(t('comma'))
  const title = t('page', { page: shownPage.page })
  return (
    <li>
      <figure>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
          className={`w-full border bg-white ${isChanged ? 'border-2 border-error' : 'border-base-300'}`}
        >
          <image
            href={`data:image/webp;base64,${Buffer.from(webp).toString('base64')}`}
            width={width}
            height={height}
          />
          {shownPage.signatures.map((one) => (
            <Mark key={one.number} box={box} {...one} />
          ))}
        </svg>
        <figcaption className="mt-1 text-sm">
          <span className="first-letter:uppercase inline-block">{title}</span>
          {words && (
            <span className={isChanged ? 'text-error' : 'text-base-content/75'}>
              {' · '}
              {t(isChanged ? 'pictures.changed' : 'pictures.added', { what: words })}
            </span>
          )}
        </figcaption>
      </figure>
    </li>
  )
}

function Mark({ box, number, rect, state }: ShownPage['signatures'][number] & { box: PageBox }) {
  const [x = 0, y = 0, right = 0, top = 0] = rect
  const { left, top: down, width, height } = toShown(box, { x, y, width: right - x, height: top - y })
  return (
    <>
      <rect
        x={left}
        y={down}
        width={width}
        height={height}
        fill="none"
        strokeWidth={2}
        className={STROKES[state]}
      />
      <circle cx={left} cy={down} r={9} className={FILLS[state]} />
      <text x={left} y={down + 4} textAnchor="middle" fontSize={12} className="fill-base-100">
        {number}
      </text>
    </>
  )
}
