import {
  type Autosave,
  type AutosaveTools,
  type SavedDocument,
  startAutosave,
} from '#islands/editor/state/autosave.ts'
import type { Conflict } from '#islands/editor/state/merge.ts'
import '#islands/editor/state/merge-tables.ts'
import type { Answers } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import type { Template } from '#assembly/template/template.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'
import { stubPage, withoutDigests } from '#tests/support/bare-page.ts'

export const nda: Template = read('mutual-nda')

function read(code: string): Template {
  const file = templateFiles().find((one) => one.endsWith(`/${code}.yaml`))!
  const parsed = readTemplate(file)
  if (!('template' in parsed)) throw new Error(`${file} does not parse`)
  return parsed.template
}

export function ndaAnswers(): Answers {
  return blankAnswers(nda, { primary: 'zh', bilingual: true, script: 'Hans' })
}

/** Timers that run only when the test advances the time. */
export function manualTimers() {
  const timers = new Map<number, { run: () => void; at: number }>()
  let count = 0
  let now = 0
  return {
    set(run: () => void, milliseconds: number): number {
      timers.set(++count, { run, at: now + milliseconds })
      return count
    },
    clear(timer: unknown): void {
      timers.delete(timer as number)
    },
    /** Advances the time, runs all due timers, and lets responses arrive. */
    async pass(milliseconds: number): Promise<void> {
      now += milliseconds
      for (const [id, { run, at }] of [...timers]) {
        if (at > now) continue
        timers.delete(id)
        run()
      }
      await replies()
    },
  }
}

/** Waits until all work without a timer has finished. */
export async function replies(): Promise<void> {
  await new Promise((done) => setImmediate(done))
}

export type Weather =
  | 'fine'
  | 'offline'
  | 'reply lost'
  | 'busy'
  | 'broken'
  | 'timed out'
  | 'signed out'
  | 'disabled'
  | 'refused'

/** A server with one document, which checks versions as the real server does. */
export function fakeServer(answers: Answers) {
  const faults = stubPage()
  withoutDigests()
  const server = {
    version: 1,
    answers,
    savedBy: '',
    weather: 'fine' as Weather,
    saves: 0,
    /** The faults that the page reported. */
    faults,
    fetch: (async (_path: string, init: RequestInit) => {
      if (server.weather === 'offline') throw new TypeError('Failed to fetch')
      if (server.weather === 'busy') return Response.json({}, { status: 503 })
      if (server.weather === 'broken') return new Response('<h1>Traceback</h1>', { status: 500 })
      if (server.weather === 'timed out') return new Response('', { status: 408 })
      if (server.weather === 'disabled') {
        const errorMsg = 'The Account is disabled'
        return Response.json(
          { success: false, model: null, errorCode: 'ACCOUNT_DISABLE', errorMsg },
          { status: 403 },
        )
      }
      if (server.weather === 'signed out') return Response.json({}, { status: 401 })
      if (server.weather === 'refused') {
        return Response.json(
          { success: false, model: null, errorCode: 'INVALID_FIELD', errorMsg: 'Format is incorrect' },
          { status: 422 },
        )
      }
      const body = JSON.parse(String(init.body)) as { version: number; answers: Answers }
      const savedAt = `2026-11-21T06:00:${String(server.version % 60).padStart(2, '0')}.000Z`
      if (body.version !== server.version) {
        const model = { version: server.version, answers: server.answers, savedBy: '', savedAt }
        return Response.json(
          { success: false, model, errorCode: 'DOCUMENT_CONFLICT', errorMsg: '' },
          { status: 409 },
        )
      }
      server.version++
      server.saves++
      server.answers = reordered(body.answers)
      if (server.weather === 'reply lost') throw new TypeError('Failed to fetch')
      return Response.json({
        success: true,
        model: { version: server.version, savedAt },
        errorCode: null,
        errorMsg: null,
      })
    }) as unknown as typeof fetch,
  }
  return server
}

/** Changes the order of keys, as jsonb does; no code may depend on the order. */
function reordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reordered) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? 1 : -1))
  return Object.fromEntries(entries.map(([key, entry]) => [key, reordered(entry)])) as T
}

export function memoryStorage(): AutosaveTools['storage'] & { size(): number } {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, text) => void entries.set(key, text),
    removeItem: (key) => void entries.delete(key),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size
    },
    size: () => entries.size,
  }
}

export interface Tab {
  saving: Autosave
  timers: ReturnType<typeof manualTimers>
  offered: Conflict[]
  mergedIn: number
}

export function openTab(
  server: ReturnType<typeof fakeServer>,
  storage = memoryStorage(),
  name = 'tab',
  document: Partial<SavedDocument> = {},
): Tab {
  const timers = manualTimers()
  const tab = { timers, offered: [] as Conflict[], mergedIn: 0 } as unknown as Tab
  const { version, answers } = server
  tab.saving = startAutosave(
    {
      id: 'document',
      version,
      savedAt: '2026-11-21T06:00:00.000Z',
      answers,
      ...document,
    },
    name,
    {
      fetch: server.fetch,
      storage,
      setTimer: timers.set,
      clearTimer: timers.clear,
      onState: (state) => {
        if (state.conflict) tab.offered.push(...state.conflict.conflicts)
      },
      onMerged: () => {
        tab.mergedIn++
      },
    },
  )
  return tab
}
