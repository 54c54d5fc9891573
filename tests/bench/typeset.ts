import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import { note } from '#tests/support/measured.ts'
import { median } from './load.ts'

/** Rounds until V8 has compiled the hot code, as in a server that has run for a while; eight are too few. */
const WARMING = 30
const ROUNDS = 15
/** Milliseconds in which a browser releases memory after a print. */
const PAUSE = 200
/** The minimum ratios of the other tools' time and size to ours (quality P-12, P-13, P-14). */
const GOALS: Record<string, { time?: number; bytes?: number }> = {
  pdfkit: { time: 3, bytes: 1 / 1.5 },
  'Chromium print, cold': { time: 10 },
  'Typst, warm': { time: 0.5 },
}

/** Starts each tool in a separate process, so that it collects only its own garbage. */
function startMaker(folder: string, name: string, kind: string) {
  const file = join(folder, `${name}.pdf`)
  const process = fork(join(import.meta.dirname, 'typeset-maker.ts'), [name, kind, file])
  return {
    name,
    file,
    async make(round: number): Promise<number> {
      process.send(round)
      const [took] = await once(process, 'message')
      return took
    },
    stop: () => process.disconnect(),
  }
}

type Maker = ReturnType<typeof startMaker>

/**
 * In each round all tools make the same document, one after the other. The first rounds warm up and do not
 * count.
 */
async function runInTurn(makers: Maker[]) {
  const times = makers.map((): number[] => [])
  for (let round = 0; round < WARMING + ROUNDS; round++)
    for (const [index, maker] of makers.entries()) {
      await setTimeout(PAUSE)
      const took = await maker.make(round)
      if (round >= WARMING) times[index]!.push(took)
    }
  return times
}

async function report(what: string, makers: Maker[], times: number[][]) {
  const ourSize = readFileSync(makers[0]!.file).length
  for (const [index, { name, file }] of makers.entries()) {
    const bytes = readFileSync(file)
    const ratios = times[index]!.map((time, round) => time / times[0]![round]!)
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
    const pages = (await PDFDocument.load(bytes)).getPageCount()
    const size = bytes.length / ourSize
    const summary = `${median(ratios).toFixed(2)} × ours (${range}; ${median(times[index]!).toFixed(0)} ms, ${pages} pages, ${size.toFixed(2)} × our bytes)`
    const { time, bytes: least } = GOALS[name] ?? {}
    note(
      `${what}: ${name}`,
      summary,
      ...(time ? [{ of: 'time', value: median(ratios), unit: '×', atLeast: time }] : []),
      ...(least ? [{ of: 'bytes', value: size, unit: '×', atLeast: least }] : []),
    )
    process.stdout.write(`${what}: ${name}: ${summary}\n`)
  }
}

/** Reports the median, minimum and maximum of the rounds' ratios. */
async function compare(what: string, kind: 'renewed' | 'edited', names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'typeset-'))
  const makers = names.map((name) => startMaker(folder, name, kind))
  try {
    await report(what, makers, await runInTurn(makers))
  } finally {
    for (const maker of makers) maker.stop()
    rmSync(folder, { recursive: true })
  }
}

const PEERS = ['Typst, cold', 'pdfkit', 'Chromium print', 'Chromium print, cold']
await compare('a new bilingual PDF (P-12, P-14)', 'renewed', ['Qishu', ...PEERS])
await compare('the same after an edit of one clause (P-13)', 'edited', ['Qishu', 'Typst, warm'])
