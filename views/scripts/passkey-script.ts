import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Creates or uses a passkey when the form is submitted, and submits the form with the result. */

/**
 * A failure, whose message is in a data attribute. `known`: the device already has a passkey of the account.
 */
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
    // The browser is asked once, and only for a complete form: without a password the server would refuse
    // its result.
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
