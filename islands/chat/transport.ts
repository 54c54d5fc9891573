import type { Answer } from '#islands/client.ts'
import {
  CALL_HEADERS,
  faultOf,
  isBlocking,
  signedAddress,
  TIME_LIMIT,
  wasClockWrong,
} from '#views/scripts/requests/call.ts'
import type { SendResult, Transport } from './outbox.ts'

/**
 * Posts to the address of the form that works without script, as all calls of the site do. XMLHttpRequest
 * reports the progress of an upload; `fetch` does not.
 */
export function sendTo(path: string): Transport {
  return async ({ key, words, file, choice = {} }, progress) => {
    const form = new FormData()
    form.set('key', key)
    form.set('words', words)
    for (const [name, holder] of Object.entries(choice)) form.set(name, holder)
    if (file) form.set('file', file, file.name)
    const request = new XMLHttpRequest()
    request.open('POST', await signedAddress(path))
    for (const [name, value] of Object.entries(CALL_HEADERS)) request.setRequestHeader(name, value)
    request.timeout = TIME_LIMIT
    const begun = Date.now()
    request.upload.onprogress = ({ loaded, total }) => {
      // A large file on a slow network takes longer than a minute; the time limit applies to a stalled
      // upload.
      request.timeout = Date.now() - begun + TIME_LIMIT
      progress(total ? loaded / total : 0)
    }
    return new Promise((done) => {
      request.onload = () => done(resultOf(request))
      request.onerror = () => done('lost')
      request.onabort = () => done('lost')
      request.ontimeout = () => done({ fault: 'REQUEST_TIMEOUT' })
      request.send(form)
    })
  }
}

/** The next attempt has the right clock. */
const resultOf = (request: XMLHttpRequest): SendResult =>
  wasClockWrong(request.status, request.getResponseHeader('date'))
    ? 'lost'
    : sendResultOf(request.status, request.responseText)

export function sendResultOf(status: number, text: string): SendResult {
  if (status >= 200 && status < 300) return 'stored'
  if (status < 400) return 'lost'
  const { errorCode, errorMsg, model } = readEnvelope(text)
  const fault = isBlocking(errorCode) ? errorCode : faultOf(status)
  if (fault) return { fault }
  return { refusal: errorMsg ?? String(status), ...(model?.holder && { holder: model.holder }) }
}

function readEnvelope(text: string): Partial<Answer<{ holder?: string } | null>> {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
