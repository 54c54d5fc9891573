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
 * Posts to the address of the form that works without scripts, as all calls of the site do. XMLHttpRequest
 * is used because, unlike `fetch`, it reports the progress of an upload.
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
    const startedAt = Date.now()
    request.upload.onprogress = ({ loaded, total }) => {
      // Extended at each progress event: a large file on a slow network takes longer than a minute, so the
      // limit only applies to an upload that has stopped.
      request.timeout = Date.now() - startedAt + TIME_LIMIT
      progress(total ? loaded / total : 0)
    }
    return new Promise((resolve) => {
      request.onload = () => resolve(resultOf(request))
      request.onerror = () => resolve('lost')
      request.onabort = () => resolve('lost')
      request.ontimeout = () => resolve({ fault: 'REQUEST_TIMEOUT' })
      request.send(form)
    })
  }
}

/** A wrong clock counts as a lost connection, because the next attempt is sent with the right clock. */
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
