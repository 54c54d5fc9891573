import { driver } from 'driver.js'
import sheet from 'driver.js/dist/driver.css?url'

export interface TourWords {
  steps: { at: string; title: string; text: string }[]
  next: string
  back: string
  done: string
  close: string
  progress: string
}

const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })

/**
 * The targets that are on the page; a step without its target is in the middle.
 */
const placeOf = (selector: string) => [...document.querySelectorAll(selector)].find(isShown)

/** Resolves once the sheet has come, or cannot come. */
function loadSheet(): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet })
  const loaded = new Promise((done) => {
    link.onload = done
    link.onerror = done
  })
  document.head.append(link)
  return loaded
}

let loading: Promise<unknown> | undefined

/**
 * Shows the steps that the button carries, and gives it the focus back in the end: it was not pressed where
 * they began by themselves.
 */
async function showSteps(button: HTMLElement) {
  const next = button.dataset.tourFirst ? placeOf('[data-tour-at]') : button
  loading ??= loadSheet()
  await loading
  const words = JSON.parse(button.dataset.tour!) as TourWords
  const tour = driver({
    nextBtnText: words.next,
    prevBtnText: words.back,
    doneBtnText: words.done,
    showProgress: true,
    progressText: words.progress,
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    steps: words.steps.map(({ at, title, text }) => ({
      element: placeOf(at),
      popover: { title, description: text },
    })),
    // At once: a position measured while the page still scrolls is wrong.
    onHighlightStarted: (at) => at?.scrollIntoView({ behavior: 'instant', block: 'nearest' }),
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', words.close),
    // However early it is left: what it tells of its end, it tells only once its first step stands still.
    onDestroyStarted: () => {
      tour.destroy()
      if (next instanceof HTMLElement) next.focus()
    },
  })
  tour.drive()
}

// A script of a page is built without exports: an event calls it.
document.addEventListener('tour-asked', (event) => {
  if (event.target instanceof HTMLElement) void showSteps(event.target)
})
