import type { RemotePlace, RemoteSignatory } from '../remote/service.ts'

const SINGLE_PAGE = 1
const CROSS_PAGE = 2

/** Half the height of A4 in points: the height of a cross-page seal without its own place. */
const PAGE_MIDDLE = 421

/** The service counts from the lower left corner of the page to the centre of the field. */
const middleOf = ({ x, y, width, height }: RemotePlace) => ({
  positionX: rounded(x + width / 2),
  positionY: rounded(y + height / 2),
})

const rounded = (points: number) => Math.round(points * 100) / 100

const fieldAt = (place: RemotePlace) => ({
  autoSign: false,
  freeMode: false,
  movableSignField: false,
  signFieldStyle: SINGLE_PAGE,
  signFieldWidth: Math.round(place.width),
  signFieldHeight: Math.round(place.height),
  signFieldPosition: { positionPage: String(place.page), ...middleOf(place) },
})

/** The fields to sign by hand. */
export const handFields = (places: RemotePlace[]) => places.map(fieldAt)

/** The fields of a seal: one for each place, and one across the edges of all pages. */
export function sealFields({ places, crossPage }: NonNullable<RemoteSignatory['seal']>) {
  const fields = places.map(fieldAt)
  if (!crossPage) return fields
  const positionY = places[0] ? middleOf(places[0]).positionY : PAGE_MIDDLE
  const edgeField = {
    autoSign: false,
    freeMode: false,
    signFieldStyle: CROSS_PAGE,
    signFieldPosition: { acrossPageMode: 'ALL', positionY },
  }
  return [...fields, edgeField]
}
