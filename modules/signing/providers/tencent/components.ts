import type { Component } from 'tencentcloud-sdk-nodejs/tencentcloud/services/ess/v20201111/ess_models.js'
import type { RemotePlace, RemoteSignatory } from '../remote/service.ts'
import { refused } from './errors.ts'

/** A page as displayed, in points. */
export interface PageSize {
  width: number
  height: number
}

/** Size in points of a seal that has no size of its own at the service. */
const SEAL = 119

/**
 * The places where a signatory signs and sets the seal. The service measures from the upper left corner of a
 * page.
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
    ComponentPosX: tenth(place.x),
    ComponentPosY: tenth(page.height - place.y - place.height),
    ComponentWidth: tenth(place.width),
    ComponentHeight: tenth(place.height),
  }
}

/** The service cuts the seal into strips, one per page, at this height. */
function crossPageSeal(pages: PageSize[]): Component {
  const [first] = pages
  if (!first) throw refused('page', 'The file has no pages')
  const middle = { page: 1, x: first.width - SEAL, y: (first.height - SEAL) / 2, width: SEAL, height: SEAL }
  return componentAt(middle, 'SIGN_PAGING_SEAL', pages)
}

const tenth = (points: number) => Math.round(points * 10) / 10
