import { assetUrl } from '#src/http/assets.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import type { TourWords } from '#views/scripts/tour/tour-steps.ts'

/** The element that each step points to: a `data-tour-at` of the page, or a link of the menu. */
const STEPS = {
  create: '[data-tour-at=create]',
  library: 'a[href="/mgmt/doc-lib"]',
  freeDemo: '[data-free-demo]',
  documents: 'a[href="/mgmt/my-docs"]',
  help: 'details.shortcut > summary',
} as const

/** Starts the tour of five steps; with `first` the tour starts automatically. Hidden without JavaScript. */
export function TourButton({ first: startsAutomatically }: { first: boolean }) {
  const t = useTranslations('home.tour')
  const tShortcut = useTranslations('common.shortcut')
  const steps = Object.entries(STEPS).map(([step, target]) => ({
    at: target,
    title: t(`${step as keyof typeof STEPS}.title`),
    text: t(`${step as keyof typeof STEPS}.text`),
  }))
  const words: TourWords = {
    steps,
    next: t('next'),
    back: t('back'),
    done: t('done'),
    close: t('close'),
    progress: t('progress', { current: '{{current}}', total: '{{total}}' }),
  }
  return (
    <button
      type="button"
      hidden
      data-tour={JSON.stringify(words)}
      data-tour-steps={assetUrl('views/scripts/tour/tour-steps.ts')}
      data-tour-first={startsAutomatically ? '/mgmt/tour' : undefined}
      className="btn btn-outline btn-sm"
    >
      <Icon name="help" className="size-4" />
      {tShortcut('tour')}
    </button>
  )
}
