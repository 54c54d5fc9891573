import { authoriseAsInstitution } from '#modules/authorisations/authorisation.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { png } from '#tests/support/pictures.ts'

/** Gives a team an authorisation to send documents that is valid longer than the clock of any test runs. */
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

/** Requests an institution's authorisation, which our staff then check; returns its id. */
export const requestAuthorisation = (db: Db, viewer: Viewer) =>
  authoriseAsInstitution(db, viewer, {
    registrationNumber: '',
    legalRepresentative: 'Lin',
    licence: { type: 'png', bytes: png() },
  })
