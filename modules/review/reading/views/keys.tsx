import { useTranslations } from '#views/language.tsx'

/**
 * Explains the keyboard shortcuts of a review, and can turn them off. The script that handles the shortcuts
 * makes it visible.
 */
export function Keys({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations('review.keys')
  return (
    <p hidden className="my-2 text-base-content/75 text-sm max-md:hidden print:hidden">
      <label className="inline-flex items-start gap-2">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          autoComplete="off"
          defaultChecked
          data-review-keys
        />
        <span>{t(mayDecide ? 'listed' : 'paper')}</span>
      </label>
    </p>
  )
}
