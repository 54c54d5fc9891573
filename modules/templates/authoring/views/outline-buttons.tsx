import type { Path } from '#assembly/template/parse.ts'
import { Icon } from '#views/icons.tsx'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { addressOf } from '../address.ts'
import type { EditedDraft } from '../edit.ts'

const MOVES = ['top', 'up', 'down', 'removed'] as const

interface Props {
  draft: EditedDraft
  path: Path
  /** Digest of the part when it was shown. */
  digest: string
  moves?: (typeof MOVES)[number][]
  /** Number of parts in the list; undefined if the part can also move out of the list. */
  count?: number
}

/** Moves a part up or down, or removes it. */
export function RowButtons({ draft, path, digest, moves = [...MOVES], count }: Props) {
  const t = useTranslations('authoring.place')
  const index = Number(path.at(-1))
  const isImpossible = (move: string) =>
    (move === 'top' && (count === undefined || index < 2)) ||
    (count !== undefined && ((move === 'up' && index === 0) || (move === 'down' && index === count - 1)))
  const possibleMoves = moves.filter((move) => !isImpossible(move))
  if (!possibleMoves.length || draft.published_at) return null
  return (
    <form
      method="post"
      action={`/desk/templates/drafts/${draft.id}/form/place`}
      className="flex flex-wrap gap-1"
    >
      <input type="hidden" name="at" value={addressOf(path)} />
      <input type="hidden" name="seen" value={digest} />
      {possibleMoves.map((move) => (
        <button key={move} type="submit" name="to" value={move} className="btn btn-xs btn-ghost">
          {t(move)}
        </button>
      ))}
    </form>
  )
}

/** Adds a shared block after the articles. */
export function AddBlock({ draft, blocks }: { draft: EditedDraft; blocks: string[] }) {
  const t = useTranslations('authoring')
  return (
    <form
      method="post"
      action={`/desk/templates/drafts/${draft.id}/form/block-addition`}
      className="flex flex-wrap items-end gap-2"
    >
      <label className="text-sm">
        <span className="block text-base-content/75">{t('add.block')}</span>
        <select name="block" className="select select-sm">
          {blocks.map((one) => (
            <option key={one} value={one}>
              {t(dynamicKey(`blocks.${one}`))}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="btn btn-sm btn-outline">
        <Icon name="plus" className="size-4" />
        {t('add.blockSubmit')}
      </button>
    </form>
  )
}
