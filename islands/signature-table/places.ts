import { spliced } from '#assembly/lists/lists.ts'
import type { PreviewAnswer } from '#modules/signing/preview.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { firstSpots } from '#views/signature-places/first-spots.ts'
import { type PagePosition, pagePosition, type SignatureSpot } from '#views/signature-places/plane.ts'
import { placeProblems } from '#views/signature-places/problems.ts'

type Choices = NonNullable<SignatoryEntry['spots']>

/** One place of a signatory, as shown on the pages. */
export interface ShownPlace {
  /** The id of the signatory. */
  signatoryId: string
  /** The index of the place among those of the signatory. */
  index: number
  name: string
  spot: SignatureSpot
  where: PagePosition
  /** Whether the place is the signature block that the document contains for the signatory. */
  isBlock: boolean
  problem?: 'off' | 'overlap'
}

/** The limits of places, per signatory and in total; the server checks the same limits. */
export const MAX_PLACES = { each: 10, all: 40 }

export const idOf = ({ signatoryId, index }: Pick<ShownPlace, 'signatoryId' | 'index'>) =>
  `spot-${signatoryId}-${index}`

export const signs = ({ role = 'signer' }: SignatoryEntry) => role === 'signer'

const chosenIn = ({ spots = [] }: SignatoryEntry) => spots.filter((spot) => spot !== 'block')

/**
 * The places of each signatory: the chosen ones, or else the block, or a first place if the document has no
 * blocks.
 */
function spotsOf(list: SignatoryEntry[], { boxes, hasBlocks }: PreviewAnswer): Choices[] {
  if (hasBlocks) return list.map(({ spots }) => spots ?? ['block'])
  const defaultSpots = firstSpots(list.length, boxes, list.flatMap(chosenIn))
  return list.map((one, index) => {
    const chosenSpots = chosenIn(one)
    return chosenSpots.length ? chosenSpots : [defaultSpots[index]!]
  })
}

/**
 * All places, in signing order. The block of a new signatory appears after the file has been rendered again.
 */
export function placesOf(all: SignatoryEntry[], preview: PreviewAnswer): ShownPlace[] {
  const { boxes, blocks } = preview
  const list = all.filter(signs)
  const choices = spotsOf(list, preview)
  const places = list.flatMap(({ id, name }, row) =>
    choices[row]!.flatMap((choice, index): ShownPlace[] => {
      const isBlock = choice === 'block'
      const spot = isBlock ? blocks[id] : choice
      const box = spot && boxes[Math.min(spot.page, boxes.length) - 1]
      return spot && box
        ? [{ signatoryId: id, index, name, spot, where: pagePosition(box, spot), isBlock }]
        : []
    }),
  )
  const ownedPlaces = places.map((place) => Object.assign({ owner: idOf(place) }, place.spot))
  const problems = new Map(placeProblems(ownedPlaces, boxes).map(({ owner, kind }) => [owner, kind]))
  return places.map((place) => ({ ...place, problem: problems.get(idOf(place)) }))
}

function withChanged(
  list: SignatoryEntry[],
  preview: PreviewAnswer,
  signatoryId: string,
  change: (choices: Choices) => Choices,
): SignatoryEntry[] {
  const signers = list.filter(signs)
  const choices = spotsOf(signers, preview)
  const ownChoice = choices[signers.findIndex(({ id }) => id === signatoryId)]
  return list.map((one) => (one.id === signatoryId && ownChoice ? { ...one, spots: change(ownChoice) } : one))
}

export const withMoved = (
  list: SignatoryEntry[],
  preview: PreviewAnswer,
  { signatoryId, index }: Pick<ShownPlace, 'signatoryId' | 'index'>,
  spot: SignatureSpot,
) => withChanged(list, preview, signatoryId, (choices) => spliced(choices, index, 1, spot))

export const withoutPlace = (
  list: SignatoryEntry[],
  preview: PreviewAnswer,
  { signatoryId, index }: Pick<ShownPlace, 'signatoryId' | 'index'>,
) => withChanged(list, preview, signatoryId, (choices) => spliced(choices, index, 1))

/** Whether the signatory has places but no longer signs in their block of the document. */
export const isOffBlock = (
  list: SignatoryEntry[],
  { hasBlocks }: PreviewAnswer,
  signatoryId: string,
): boolean =>
  hasBlocks && list.some(({ id, spots }) => id === signatoryId && spots && !spots.includes('block'))

/** Moves a single place back to the block; several places remain, and the block is added. */
export const withBlock = (list: SignatoryEntry[], preview: PreviewAnswer, signatoryId: string) =>
  withChanged(list, preview, signatoryId, (choices) => ['block', ...(choices.length > 1 ? choices : [])])

/** Adds a place for a signatory on this page, next to the others. */
export function withPlaceOn(
  list: SignatoryEntry[],
  preview: PreviewAnswer,
  signatoryId: string,
  page: number,
) {
  const usedSpots = placesOf(list, preview).map(({ spot }) => spot)
  const [spot] = firstSpots(1, preview.boxes.slice(0, page), usedSpots)
  return spot ? withChanged(list, preview, signatoryId, (choices) => [...choices, spot]) : list
}

/** Everything on which the rendered preview depends, as one text that can be compared. */
export const previewKey = (list: SignatoryEntry[]): string =>
  JSON.stringify(
    list
      .filter(signs)
      .map(({ id, party, name, title, spots }) => [
        id,
        party,
        name,
        title,
        !spots || spots.includes('block'),
      ]),
  )

/** The number of the page in the middle of the visible area. */
export function visiblePage(): number {
  const root = document.getElementById('places-pages')
  const view = root?.getBoundingClientRect()
  if (!root || !view) return 1
  const middle = (Math.max(view.top, 0) + Math.min(view.bottom, innerHeight)) / 2
  const pages = [...root.querySelectorAll<HTMLElement>('[data-page]')]
  const pagesAbove = pages.filter((page) => page.getBoundingClientRect().top <= middle)
  return Number((pagesAbove.at(-1) ?? pages[0])?.dataset.page ?? 1)
}
