import type { SendResult, Transport } from './outbox.ts'

/**
 * Posts to the same address as the form that works without script. XMLHttpRequest reports the progress of an
 * upload; `fetch` does not.
 */
export function sendTo(path: string): Transport {
  return ({ key, words, file, choice = {} }, progress) =>
    new Promise((done) => {
      const form = new FormData()
      form.set('key', key)
      form.set('words', words)
      for (const [name, holder] of Object.entries(choice)) form.set(name, holder)
      if (file) form.set('file', file, file.name)
      const request = new XMLHttpRequest()
      request.open('POST', path)
      request.setRequestHeader('accept', 'application/json')
      request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0)
      request.onload = () => done(sendResultOf(request.status, request.responseText))
      request.onerror = () => done('lost')
      request.onabort = () => done('lost')
      request.send(form)
    })
}

/** A response of a starting, busy or broken server counts as a lost connection. */
export function sendResultOf(status: number, text: string): SendResult {
  if (status >= 200 && status < 300) return 'stored'
  if (status < 400 || status >= 500 || status === 408) return 'lost'
  const { errorMsg, model } = readEnvelope(text)
  return { refusal: errorMsg ?? String(status), ...(model?.holder && { holder: model.holder }) }
}

function readEnvelope(text: string): { errorMsg?: string | null; model?: { holder?: string } | null } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
