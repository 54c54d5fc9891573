import { type Signal, useSignal } from '@preact/signals-react'
import { findLast } from '#assembly/lists/lists.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { focusSoon } from '#views/focus.ts'
import {
  idOf,
  isOffBlock,
  MAX_PLACES,
  placesOf,
  type ShownPlace,
  visiblePage,
  withBlock,
  withMoved,
  withoutPlace,
  withPlaceOn,
} from './places.ts'
import type { Preview } from './preview.ts'
import { useWords } from './words.ts'

/**
 * What undoes the removal of a place: the spots of its signatory before it. Offered only as long as the list
 * is `listAfter`.
 */
interface RemovedPlace {
  signatoryId: string
  page: number
  spotsBefore: SignatoryEntry['spots']
  listAfter: SignatoryEntry[]
}

/** The places of all signatories, and the actions on them. */
export function usePlaces(
  list: Signal<SignatoryEntry[]>,
  preview: Signal<Preview>,
  change: (next: SignatoryEntry[]) => void,
) {
  const t = useWords()
  const removedPlace = useSignal<RemovedPlace | null>(null)
  const announcement = useSignal('')
  const currentPlaces = () => (preview.value ? placesOf(list.value, preview.value) : [])
  const places = currentPlaces()
  const placesOfSignatory = (signatoryId: string) =>
    places.filter((place) => place.signatoryId === signatoryId)
  const isFull = (signatoryId: string) =>
    places.length >= MAX_PLACES.all || placesOfSignatory(signatoryId).length >= MAX_PLACES.each

  return {
    places,
    announcement: announcement.value,
    placesOf: placesOfSignatory,
    isFull,
    /** The place in words. */
    describe: ({ spot, where }: ShownPlace) =>
      t('places.at', { page: spot.page, where: t(`places.where.${where}`) }),
    removedOf: (signatoryId: string) =>
      removedPlace.value?.signatoryId === signatoryId && removedPlace.value.listAfter === list.value
        ? removedPlace.value
        : null,
    move(place: ShownPlace, spot: ShownPlace['spot']) {
      change(withMoved(list.value, preview.value!, place, spot))
      const movedPlace = currentPlaces().find((one) => idOf(one) === idOf(place))
      const positionText = movedPlace && t(`places.where.${movedPlace.where}`)
      announcement.value = positionText
        ? t('places.moved', { name: place.name, page: spot.page, where: positionText })
        : ''
      focusSoon([idOf(place)])
    },
    add(signatoryId: string) {
      if (!preview.value || isFull(signatoryId)) return
      change(withPlaceOn(list.value, preview.value, signatoryId, visiblePage()))
      const lastPlace = findLast(currentPlaces(), (place) => place.signatoryId === signatoryId)
      if (lastPlace) focusSoon([idOf(lastPlace)])
    },
    canReturnToBlock: (signatoryId: string) =>
      !!preview.value &&
      isOffBlock(list.value, preview.value, signatoryId) &&
      (placesOfSignatory(signatoryId).length === 1 || !isFull(signatoryId)),
    toBlock(signatoryId: string) {
      change(withBlock(list.value, preview.value!, signatoryId))
      focusSoon([`add-place-${signatoryId}`])
    },
    remove(place: ShownPlace) {
      const { signatoryId, spot } = place
      const { spots: before } = list.value.find(({ id }) => id === signatoryId)!
      change(withoutPlace(list.value, preview.value!, place))
      removedPlace.value = { signatoryId, page: spot.page, spotsBefore: before, listAfter: list.value }
      focusSoon([`undo-place-${signatoryId}`])
    },
    undo() {
      const { signatoryId, spotsBefore: before } = removedPlace.value!
      change(list.value.map((one) => (one.id === signatoryId ? withSpots(one, before) : one)))
      focusSoon([`add-place-${signatoryId}`])
    },
  }
}

export type Places = ReturnType<typeof usePlaces>

function withSpots({ spots: _, ...entry }: SignatoryEntry, spots: SignatoryEntry['spots']): SignatoryEntry {
  return spots ? { ...entry, spots } : entry
}
