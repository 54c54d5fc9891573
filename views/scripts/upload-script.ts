import { call, faultOf, isBlocking, reportFault, wordsOf } from './requests/call.ts'

/** Uploads a dropped, pasted or chosen file in chunks, with progress, cancel and resume. */

const CHUNK_BYTES = 512 * 1024
/** Milliseconds between retries after a lost connection; the last delay repeats. */
const RETRY_DELAYS = [1000, 2000, 5000, 10_000, 20_000]

interface Answer<T> {
  success: boolean
  model: T
  errorCode: string | null
  errorMsg: string | null
}

/** The server's message about the file, in the reader's language. */
class UploadRefused extends Error {
  readonly code: string | null
  constructor(words: string, code: string | null = null) {
    super(words)
    this.code = code
  }
}

const UPLOADS_PATH = '/mgmt/imports/uploads'

async function request<T>(method: string, path: string, init: RequestInit): Promise<T> {
  const response = await call(path, { ...init, method })
  const { status } = response
  const answer: Answer<T> | null = await response.json().catch(() => null)
  if (answer?.success) return answer.model
  // Too many requests or a busy server: retried as after a lost connection.
  if ([409, 429, 502, 503, 504].includes(status) && (method === 'PUT' || !answer))
    throw new TypeError('again')
  const code = answer?.errorCode
  const fault = isBlocking(code) ? code : faultOf(status)
  if (fault) reportFault(fault)
  throw new UploadRefused(answer?.errorMsg ?? wordsOf(fault ?? 'OTHER'), code)
}

/**
 * Cancels an upload. Retries, because the chunk that is being sent may only end a moment later. An upload
 * that cannot be cancelled expires after a day.
 */
async function cancelUpload(path: string, tries = 5): Promise<void> {
  const cancelled = await request('POST', `${path}/cancellation`, form({})).then(
    () => true,
    () => false,
  )
  if (cancelled || tries <= 1) return
  await new Promise((resolve) => setTimeout(resolve, 500))
  return cancelUpload(path, tries - 1)
}

const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) })

/** The key by which the server recognises the file, even after the page was left. */
async function keyOf(file: File): Promise<string> {
  const head = await file.slice(0, CHUNK_BYTES).arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', head)).slice(0, 16)
  return `${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}-${file.lastModified}`
}

const megabytes = (bytes: number) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
  }).format(bytes / 1024 / 1024)

function startUpload(panel: HTMLFormElement) {
  const words = JSON.parse(panel.dataset.words ?? '{}') as Record<string, string>
  const part = <T extends HTMLElement>(selector: string) => panel.querySelector<T>(selector)!
  const field = part<HTMLInputElement>('input[type=file]')
  const bar = part<HTMLProgressElement>('progress')
  const progress = part('[data-progress]')
  const status = part('[data-status]')
  const problem = part('[data-problem]')
  const solution = part('[data-solves]')
  const resume = part('[data-resume]')
  const cancel = part('[data-cancel]')
  const submit = part<HTMLButtonElement>('[type=submit]')
  let uploadController: AbortController | null = null
  let resumeWaiting: (() => void) | null = null
  let cancellation: Promise<void> | null = null

  const showStatus = (text: string) => {
    status.textContent = text
  }
  const showProblem = (text: string, code?: string | null) => {
    problem.textContent = text
    solution.hidden = code !== solution.dataset.solves
    if (text) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  }
  const showProgress = (sentBytes: number, size: number) => {
    bar.value = Math.round((100 * sentBytes) / size)
    const blanks: Record<string, string> = {
      sent: megabytes(sentBytes),
      size: megabytes(size),
      percent: String(bar.value),
    }
    showStatus((words.sending ?? '').replace(/\{(\w+)\}/g, (_, name: string) => blanks[name] ?? ''))
  }

  /** Resolves when the network is back, when the user resumes, or after `ms`. */
  function waitFor(ms: number): Promise<void> {
    showStatus(words.lost ?? '')
    resume.hidden = false
    return new Promise((resolve) => {
      const timer = setTimeout(() => resumeWaiting?.(), ms)
      resumeWaiting = () => {
        clearTimeout(timer)
        resumeWaiting = null
        resume.hidden = true
        resolve()
      }
    })
  }

  /** Retries until the work succeeds; a refusal by the server is final. */
  async function retryUntilDone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof UploadRefused || signal.aborted) throw error
        await waitFor(RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)]!)
        if (signal.aborted) throw error
      }
    }
  }

  async function send(file: File, signal: AbortSignal): Promise<string> {
    const fields = { name: file.name, size: String(file.size), key: await keyOf(file) }
    const upload = await retryUntilDone(signal, () =>
      request<{ id: string; offset: number }>('POST', UPLOADS_PATH, { ...form(fields), signal }),
    )
    const path = `${UPLOADS_PATH}/${upload.id}`
    // Only after that may the file be uploaded again; otherwise it would resume the cancelled upload.
    signal.addEventListener('abort', () => {
      cancellation = cancelUpload(path)
    })
    let sentBytes = upload.offset
    while (sentBytes < file.size) {
      showProgress(sentBytes, file.size)
      sentBytes = await retryUntilDone(signal, async () => {
        const { offset } = await request<{ offset: number }>('GET', path, { signal })
        const chunk = file.slice(offset, offset + CHUNK_BYTES)
        if (!chunk.size) return offset
        const headers = { 'content-type': 'application/octet-stream', 'upload-offset': String(offset) }
        return (await request<{ offset: number }>('PUT', path, { body: chunk, headers, signal })).offset
      })
    }
    showProgress(file.size, file.size)
    showStatus(words.checking ?? '')
    const answer = await retryUntilDone(signal, () =>
      request<{ path: string }>('POST', `${path}/completion`, { ...form({}), signal }),
    )
    return answer.path
  }

  async function uploadFirst(files: File[]) {
    const [file] = files
    if (uploadController || !file) return
    showProblem('')
    if (files.length > 1) return showProblem(words.one ?? '')
    if (file.size > Number(panel.dataset.max)) return showProblem(words.size ?? '')
    uploadController = new AbortController()
    const { signal } = uploadController
    progress.hidden = false
    submit.disabled = true
    try {
      const path = await send(file, signal)
      uploadController = null
      location.assign(path)
    } catch (error) {
      await cancellation
      progress.hidden = true
      if (error instanceof UploadRefused) showProblem(error.message, error.code)
      else showProblem((signal.aborted ? words.cancelled : words.other) ?? '')
      field.value = ''
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.focus()
    } finally {
      uploadController = null
      submit.disabled = false
    }
  }

  for (const hint of panel.querySelectorAll<HTMLElement>('[data-with-script]')) hint.hidden = false
  submit.addEventListener('click', (event) => {
    event.preventDefault()
    if (field.files?.length) return void uploadFirst([...field.files])
    // Shows the reason of a refusal until another file is chosen.
    if (!problem.textContent) showProblem(words.none ?? '')
    field.focus()
  })
  field.addEventListener('change', () => void uploadFirst([...(field.files ?? [])]))
  cancel.addEventListener('click', () => {
    uploadController?.abort()
    resumeWaiting?.()
  })
  resume.addEventListener('click', () => resumeWaiting?.())
  addEventListener('online', () => resumeWaiting?.())
  addEventListener('beforeunload', (event) => {
    if (uploadController) event.preventDefault()
  })
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (!files.length) return
    event.preventDefault()
    void uploadFirst(files)
  })
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    panel.dataset.dragging = 'yes'
  })
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) delete panel.dataset.dragging
  })
  document.addEventListener('drop', (event) => {
    delete panel.dataset.dragging
    if (!event.dataTransfer?.files.length) return
    event.preventDefault()
    void uploadFirst([...event.dataTransfer.files])
  })
}

for (const panel of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) startUpload(panel)
