import { focusSoon } from '#views/focus.ts'
import { Icon } from '#views/icons.tsx'
import { idOf, MAX_PLACES } from './places.ts'
import type { Places } from './use-places.ts'
import { useWords } from './words.ts'

interface Props {
  signatoryId: string
  name: string
  placing: Places
}

/** The places of one signatory in words; each is a button that leads to its box on the pages. */
export function RowPlaces({ signatoryId, name, placing }: Props) {
  const places = placing.placesOf(signatoryId)
  const removedPlace = placing.removedOf(signatoryId)
  const t = useWords()
  const personName = name || t('places.nobody')
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-base-content/75 text-xs">{t('places.signsAt')}</span>
      {places.map((place) => (
        <span key={idOf(place)} className="join">
          <button
            type="button"
            onClick={() => focusSoon([idOf(place)], 'center')}
            className={`btn join-item btn-xs h-auto min-h-7 whitespace-normal ${place.problem ? 'btn-error btn-outline' : 'btn-soft'}`}
          >
            {t(place.isBlock ? 'places.atBlock' : 'places.at', {
              page: place.spot.page,
              where: t(`places.where.${place.where}`),
            })}
          </button>
          {places.length > 1 && (
            <button
              type="button"
              aria-label={t('places.remove', { name: personName, page: place.spot.page })}
              title={t('places.remove', { name: personName, page: place.spot.page })}
              onClick={() => placing.remove(place)}
              className="btn join-item btn-soft btn-xs btn-square min-h-7"
            >
              <Icon name="close" className="size-3.5" />
            </button>
          )}
        </span>
      ))}
      {placing.isFull(signatoryId) ? (
        <span className="text-base-content/75 text-xs">{t('places.limit', MAX_PLACES)}</span>
      ) : (
        <button
          type="button"
          id={`add-place-${signatoryId}`}
          aria-label={t('places.addFor', { name: personName })}
          onClick={() => placing.add(signatoryId)}
          className="btn btn-ghost btn-xs min-h-7"
        >
          <Icon name="plus" className="size-3.5" />
          {t('places.add')}
        </button>
      )}
      {placing.canReturnToBlock(signatoryId) && (
        <button
          type="button"
          aria-label={t('places.toBlockFor', { name: personName })}
          onClick={() => placing.toBlock(signatoryId)}
          className="btn btn-ghost btn-xs min-h-7"
        >
          {t('places.toBlock')}
        </button>
      )}
      {removedPlace && (
        <span className="flex items-center gap-2">
          <span role="status">{t('places.removed', { page: removedPlace.page })}</span>
          <button
            type="button"
            id={`undo-place-${signatoryId}`}
            onClick={placing.undo}
            className="btn btn-outline btn-xs"
          >
            {t('places.undo')}
          </button>
        </span>
      )}
      {places.map(
        (place) =>
          place.problem && (
            <p key={idOf(place)} role="alert" className="w-full text-error text-xs">
              {t(`places.problem.${place.problem}`, { page: place.spot.page })}
            </p>
          ),
      )}
    </div>
  )
}
