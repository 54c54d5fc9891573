/** Five steps around the home page, asked for by a button; what shows them is loaded when somebody asks. */

export interface TourWords {
  steps: { at: string; title: string; text: string }[]
  next: string
  back: string
  done: string
  close: string
  progress: string
}

const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })

/** Of what a step points at, what stands on the page; a step whose place is not there stands in the middle. */
function placeOf(selector: string): Element | undefined {
  return [...document.querySelectorAll(selector)].find(isShown)
}

async function start(button: HTMLElement) {
  const words = JSON.parse(button.dataset.tour!) as TourWords
  const { driver } = await import('driver.js')
  await import('driver.js/dist/driver.css')
  const tour = driver({
    ...{ nextBtnText: words.next, prevBtnText: words.back, doneBtnText: words.done },
    ...{ showProgress: true, progressText: words.progress },
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    steps: words.steps.map(({ at, title, text }) => ({
      element: placeOf(at),
      popover: { title, description: text },
    })),
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', words.close),
    onDestroyed: () => button.focus(),
  })
  tour.drive()
}

for (const button of document.querySelectorAll<HTMLElement>('button[data-tour]')) {
  button.hidden = false
  button.addEventListener('click', () => void start(button))
}
if (new URLSearchParams(location.search).has('tour'))
  document.querySelector<HTMLElement>('button[data-tour]')?.click()
