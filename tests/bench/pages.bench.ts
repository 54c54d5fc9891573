import { beforeAll, expect, test } from 'vitest'
import { createApp } from '#src/app/app.tsx'
import { type Cast, openCast } from '../cast/people.ts'
import { filledDraft } from '../cast/signing.ts'
import { testDatabase } from '../support/database.ts'
import { note } from '../support/measured.ts'

const ROUNDS = 9
const REQUESTS = 60

let cast: Cast

beforeAll(async () => {
  const db = await testDatabase()
  createApp(db)
  cast = await openCast(db)
  for (let n = 0; n < 20; n++) await filledDraft(db, cast.lin.viewer)
})

async function timeOf(path: string): Promise<number> {
  const start = performance.now()
  for (let n = 0; n < REQUESTS; n++) await (await cast.lin.client.get(path)).text()
  return (performance.now() - start) / REQUESTS
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

test.each(['/mgmt/my-docs', '/mgmt/home', '/mgmt/doc-lib'])(
  '%s beside a constant answer, in turn',
  async (path) => {
    await timeOf(path)
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      ratios.push((await timeOf(path)) / (await timeOf('/healthz')))
    expect(ratios.length).toBe(ROUNDS)
    note(`page ${path}`, `${median(ratios).toFixed(1)} × the time of /healthz, in process`)
  },
)
