import { providerOf } from '#modules/signing/providers/registry.ts'
import '#modules/signing/providers/builtin/builtin.ts'

const builtin = providerOf({ provider: 'builtin' })
const { rehearse } = builtin

/** Signings start without a rehearsal, which takes a third of a second each, except in files that test it. */
export function skipRehearsals() {
  builtin.rehearse = undefined
}

/** For a file that tests the findings of a rehearsal. */
export function rehearseSignings() {
  builtin.rehearse = rehearse
}
