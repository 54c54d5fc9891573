import { providerOf } from '#modules/signing/providers/registry.ts'
import '#modules/signing/providers/builtin/builtin.ts'

const builtin = providerOf({ provider: 'builtin' })
const { rehearse } = builtin

/**
 * Lets signings start without a rehearsal, which takes a third of a second each. Files that test the
 * rehearsal switch it on.
 */
export function skipRehearsals() {
  builtin.rehearse = undefined
}

/** Switches rehearsals on, for a file that tests their findings. */
export function rehearseSignings() {
  builtin.rehearse = rehearse
}
