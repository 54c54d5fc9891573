/**
 * Computes the proof of work of a captcha in the background while the user reads the picture. A click before
 * it is finished is delayed; a browser that cannot compute it sends the form without a proof. Loaded only if
 * a captcha requires a proof.
 */

let captchaId = ''
let worker: Worker | null = null
let submitter: HTMLButtonElement | null = null

const partOfPage = () => document.getElementById('captcha-part')
const fieldOf = (part: HTMLElement | null, name: string) =>
  part?.querySelector<HTMLInputElement>(`[name=${name}]`)

/** Starts the work for the captcha on the page, unless it is already running. */
function begin() {
  const part = partOfPage()
  const id = fieldOf(part, 'captchaId')?.value ?? ''
  if (id === captchaId) return
  captchaId = id
  end()
  const source = part?.dataset.proofWorker
  if (!source) return
  worker = new Worker(source, { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const field = fieldOf(partOfPage(), 'captchaProof')
    if (field) field.value = data
    end()
  })
  worker.addEventListener('error', end)
  worker.postMessage(id)
}

function end() {
  worker?.terminate()
  worker = null
  const button = submitter
  submitter = null
  if (button?.isConnected) button.click()
}

function delaySubmit(event: Event) {
  const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('[type=submit]')
  if (!worker || !button || button.name === 'otherCaptcha') return
  if (button.form !== partOfPage()?.closest('form')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  submitter = button
}

document.addEventListener('click', delaySubmit, true)
document.addEventListener('htmx:after:swap', begin)
begin()

export {}
