import { sealSecret } from '#modules/sso/connection/secret.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { CLIENT } from '#tests/stubs/identity-provider.ts'

/** Gives the viewer's team an active connection with example.com as its proved domain. */
export async function connect(db: Db, { id, teamId }: Viewer, issuer: string, addsMembers = true) {
  await db
    .insertInto('sso.connection')
    .values({
      team_id: teamId,
      issuer,
      client_id: CLIENT.clientId,
      sealed_secret: sealSecret(teamId, CLIENT.secret),
      adds_members: addsMembers,
      state: 'enabled',
      created_by: id,
      created_at: now(),
    })
    .execute()
  const ssoDomainId = newId()
  const domain = { id: ssoDomainId, team_id: teamId, domain: 'example.com', proof: 'proof' }
  await db
    .insertInto('sso.domain')
    .values({ ...domain, proved_at: now(), created_at: now() })
    .execute()
  return { ssoDomainId }
}

/** Links an account with an identity at the provider. */
export async function link(db: Db, { id, teamId }: Pick<Viewer, 'id' | 'teamId'>, subject: string) {
  const ssoIdentityId = newId()
  await db
    .insertInto('sso.identity')
    .values({ id: ssoIdentityId, team_id: teamId, subject, account_id: id, created_at: now() })
    .execute()
  return { ssoIdentityId }
}
