import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Creates or uses a passkey when the form is submitted, and submits the form with the result. */

type Failure = 'cancelled' | 'known' | 'unsupported'

async function answerFor({ dataset }: HTMLInputElement) {
  const optionsJSON = JSON.parse(dataset.options!)
  return dataset.passkey === 'create'
    ? startRegistration({ optionsJSON })
    : startAuthentication({ optionsJSON })
}

const failureOf = (error: unknown): Failure =>
  error instanceof Error && error.name === 'InvalidStateError' ? 'known' : 'cancelled'

function startPasskey(field: HTMLInputElement) {
  const form = field.form!
  const problem = form.querySelector<HTMLElement>('[data-passkey-problem]')!
  const show = (failure: Failure) => {
    problem.textContent = problem.dataset[failure] ?? ''
    problem.hidden = false
  }
  if (!browserSupportsWebAuthn()) return show('unsupported')
  form.addEventListener('submit', async (event) => {
    // Without a password the server would refuse the result of the browser.
    if (field.value || !form.checkValidity()) return
    event.preventDefault()
    problem.hidden = true
    try {
      field.value = JSON.stringify(await answerFor(field))
      form.submit()
    } catch (error) {
      show(failureOf(error))
    }
  })
}

for (const field of document.querySelectorAll<HTMLInputElement>('[data-passkey]')) startPasskey(field)
