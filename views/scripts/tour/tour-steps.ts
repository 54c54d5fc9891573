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

/** The visible element of a step. A step without one is shown in the middle of the page. */
const placeOf = (selector: string) => [...document.querySelectorAll(selector)].find(isShown)

/** Resolves when the style sheet is loaded or has failed. */
function loadSheet(): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet })
  const loadPromise = new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
  })
  document.head.append(link)
  return loadPromise
}

let sheetPromise: Promise<unknown> | undefined

/**
 * Shows the steps in the button's data. Afterwards focuses the button, or the first explained element if the
 * tour began automatically.
 */
async function showSteps(button: HTMLElement) {
  const focusTarget = button.dataset.tourFirst ? placeOf('[data-tour-at]') : button
  sheetPromise ??= loadSheet()
  await sheetPromise
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
    // Scrolls instantly, because a position that is measured during smooth scrolling is wrong.
    onHighlightStarted: (element) => element?.scrollIntoView({ behavior: 'instant', block: 'nearest' }),
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', words.close),
    // `onDestroyed` is not called if the tour is closed before the animation of the first step has finished.
    onDestroyStarted: () => {
      tour.destroy()
      if (focusTarget instanceof HTMLElement) focusTarget.focus()
    },
  })
  tour.drive()
}

// A page script is built without exports, so an event starts the tour.
document.addEventListener('tour-asked', (event) => {
  if (event.target instanceof HTMLElement) void showSteps(event.target)
})
