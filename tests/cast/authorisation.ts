import { authoriseAsInstitution } from '#modules/authorisations/authorisation.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { png } from '#tests/support/pictures.ts'

/** A team that has authorised us to send its documents, beyond the clock of every test. */
export async function authoriseTeam(db: Db, teamId: string, name: string) {
  await db
    .insertInto('authorisations.authorisation')
    .values({
      id: newId(),
      team_id: teamId,
      account_id: null,
      person: 'Founder',
      provider: 'builtin',
      sender: 'institution',
      name,
      number_kind: 'credit-code',
      number: '91310000MA1K35XX04',
      legal_representative: 'Founder',
      licence: null,
      statement: '1.0',
      state: 'granted',
      reason: null,
      requested_at: new Date('2020-01-01'),
      decided_at: new Date('2020-01-01'),
      decided_by: null,
      starts_at: new Date('2020-01-01'),
      ends_at: new Date('2099-01-01'),
      warned_days: null,
    })
    .execute()
}

/** An institution's authorisation that waits for our staff; returns its id. */
export const requestAuthorisation = (db: Db, viewer: Viewer) =>
  authoriseAsInstitution(db, viewer, {
    registrationNumber: '',
    legalRepresentative: 'Lin',
    licence: { type: 'png', bytes: png() },
  })
