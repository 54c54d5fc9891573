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

/** A removed place and its former position, kept until the next action. */
interface RemovedPlace {
  entry: string
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
  const placesOfEntry = (entry: string) => places.filter((place) => place.entry === entry)
  const isFull = (entry: string) =>
    places.length >= MAX_PLACES.all || placesOfEntry(entry).length >= MAX_PLACES.each

  return {
    places,
    announcement: announcement.value,
    of: placesOfEntry,
    isFull,
    /** The description of the place in words. */
    where: ({ spot, where }: ShownPlace) =>
      t('places.at', { page: spot.page, where: t(`places.where.${where}`) }),
    removedOf: (entry: string) =>
      removedPlace.value?.entry === entry && removedPlace.value.listAfter === list.value
        ? removedPlace.value
        : null,
    move(place: ShownPlace, spot: ShownPlace['spot']) {
      change(withMoved(list.value, preview.value!, place, spot))
      const movedPlace = currentPlaces().find((one) => idOf(one) === idOf(place))
      const where = movedPlace && t(`places.where.${movedPlace.where}`)
      announcement.value = where ? t('places.moved', { name: place.name, page: spot.page, where }) : ''
      focusSoon([idOf(place)])
    },
    add(entry: string) {
      if (!preview.value || isFull(entry)) return
      change(withPlaceOn(list.value, preview.value, entry, visiblePage()))
      const lastPlace = findLast(currentPlaces(), (place) => place.entry === entry)
      if (lastPlace) focusSoon([idOf(lastPlace)])
    },
    isOffBlock: (entry: string) =>
      !!preview.value &&
      isOffBlock(list.value, preview.value, entry) &&
      (placesOfEntry(entry).length === 1 || !isFull(entry)),
    toBlock(entry: string) {
      change(withBlock(list.value, preview.value!, entry))
      focusSoon([`add-place-${entry}`])
    },
    remove(place: ShownPlace) {
      const { entry, spot } = place
      const { spots: before } = list.value.find(({ id }) => id === entry)!
      change(withoutPlace(list.value, preview.value!, place))
      removedPlace.value = { entry, page: spot.page, spotsBefore: before, listAfter: list.value }
      focusSoon([`undo-place-${entry}`])
    },
    undo() {
      const { entry, spotsBefore: before } = removedPlace.value!
      change(list.value.map((one) => (one.id === entry ? withChoices(one, before) : one)))
      focusSoon([`add-place-${entry}`])
    },
  }
}

export type Places = ReturnType<typeof usePlaces>

function withChoices({ spots: _, ...entry }: SignatoryEntry, spots: SignatoryEntry['spots']): SignatoryEntry {
  return spots ? { ...entry, spots } : entry
}
