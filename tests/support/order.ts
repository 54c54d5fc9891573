import { matchesGlob, relative } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { seeded } from './seeded.ts'

/** Slow files, and files that mostly wait, start early, so that none of them runs alone at the end. */
const LONG_FILES = [
  'tests/browser/pages',
  'tests/modules/mail-hands',
  'tests/process/crash',
  'tests/process/',
  'tests/browser/',
  'tests/security/{headers,foreign-ids,growth}',
  'tests/db/',
  'tests/modules/jobs',
  'tests/{modules/templates/publishing,assembly/proving,modules/imports/pdf-check}',
  'tests/modules/signing/{verification/,pades/attacks,steps,blocks}',
  'tests/modules/orders/gateways',
  'tests/security/{extra-fields,errors,mail-limits,csrf,injection,guessing}',
  'tests/pages/many',
  'tests/access',
  'tests/api/signed-query',
]

function placeOf({ moduleId }: TestSpecification): number {
  const index = LONG_FILES.findIndex((start) => matchesGlob(relative('.', moduleId), `${start}**`))
  return index < 0 ? LONG_FILES.length : index
}

/**
 * Sorts files by Vitest's order of projects, with the slow files of each project first; or at random, by the
 * seed of the run.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const byOwn = await super.sort(files)
    const { shuffle, seed } = this.ctx.config.sequence
    const { below } = seeded(seed)
    const places = new Map(byOwn.map((file) => [file, shuffle ? below(2 ** 31) : placeOf(file)]))
    const projects = [...new Set(byOwn.map(({ project }) => project))]
    return projects.flatMap((project) =>
      byOwn
        .filter((file) => file.project === project)
        .sort((one, other) => places.get(one)! - places.get(other)!),
    )
  }
}
