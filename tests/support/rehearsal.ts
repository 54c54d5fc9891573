import { builtin } from '#modules/signing/providers/builtin/builtin.ts'

const { rehearse } = builtin

/**
 * Signings start without a rehearsal, which takes a third of a second each, but for files that are about it.
 */
export function skipRehearsals() {
  builtin.rehearse = undefined
}

/** For a file that is about what a rehearsal finds. */
export function rehearseSignings() {
  builtin.rehearse = rehearse
}
