import type { Component } from 'tencentcloud-sdk-nodejs/tencentcloud/services/ess/v20201111/ess_models.js'
import type { RemotePlace, RemoteSignatory } from '../remote/service.ts'
import { refused } from './errors.ts'

/** A page as displayed, in points. */
export interface PageSize {
  width: number
  height: number
}

/** Size in points of a seal that has no size of its own at the service. */
const SEAL_SIZE = 119

/**
 * The places where a signatory signs and sets the seal, measured from the upper left corner of a page, as
 * the service expects.
 */
export function componentsOf(signer: RemoteSignatory, position: number, pages: PageSize[]): Component[] {
  const { places, seal, party } = signer
  if (seal && party.as === 'individual') throw refused('seal', 'Only companies have seals here')
  const components = [
    ...places.map((place) => componentAt(place, 'SIGN_SIGNATURE', pages)),
    ...(seal?.places ?? []).map((place) => componentAt(place, 'SIGN_SEAL', pages)),
    ...(seal?.crossPage ? [crossPageSeal(pages)] : []),
  ]
  if (components.length === 0) throw refused('no-place', `${signer.name} signs nowhere`)
  return components.map((one, index) => ({ ...one, ComponentId: `s${position + 1}_${index + 1}` }))
}

function componentAt(place: RemotePlace, type: string, pages: PageSize[]): Component {
  const page = pages[place.page - 1]
  if (!page) throw refused('page', `The file has no page ${place.page}`)
  return {
    ComponentType: type,
    GenerateMode: 'NORMAL',
    FileIndex: 0,
    ComponentPage: place.page,
    ComponentPosX: roundToTenth(place.x),
    ComponentPosY: roundToTenth(page.height - place.y - place.height),
    ComponentWidth: roundToTenth(place.width),
    ComponentHeight: roundToTenth(place.height),
  }
}

/** The service cuts the seal into strips, one per page, at this height. */
function crossPageSeal(pages: PageSize[]): Component {
  const [firstPage] = pages
  if (!firstPage) throw refused('page', 'The file has no pages')
  const place = {
    page: 1,
    x: firstPage.width - SEAL_SIZE,
    y: (firstPage.height - SEAL_SIZE) / 2,
    width: SEAL_SIZE,
    height: SEAL_SIZE,
  }
  return componentAt(place, 'SIGN_PAGING_SEAL', pages)
}

const roundToTenth = (points: number) => Math.round(points * 10) / 10
