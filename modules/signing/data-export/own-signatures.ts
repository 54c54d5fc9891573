import { sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam, shortId } from '#src/jobs/export-part.ts'
import { strokePath } from '#views/signing/stroke-path.ts'
import { FIELD, type Signature } from '../providers/builtin/signature.ts'
import { pictureAddress } from '../providers/builtin/uploaded/uploaded-signature.ts'
import { typedNameSvg } from '../providers/builtin/views/typed-name-svg.ts'

/**
 * For a person's data export: the signings to which any team invited the person, with the person's signature
 * and seal. For an administrator also the team's choices of services and its authorisations.
 */
export async function exportSigning(db: Db, viewer: Viewer): Promise<ExportPart> {
  const rows = await findSignatoryRows(db, viewer)
  const signatures = rows.map((row) => {
    const { has_seal: _, id: __, signing_id: ___, ...rest } = row
    return { ...rest, file: row.signature && pathOf(row.id, row.signature) }
  })
  const files = rows.flatMap(({ id, signature, signed_at, created_at, has_seal }) => [
    ...(signature
      ? [
          {
            path: pathOf(id, signature),
            at: signed_at ?? created_at,
            content: { make: async () => pictureOf(signature) },
          },
        ]
      : []),
    ...(has_seal
      ? [
          {
            path: `signatures/${shortId(id)} seal.png`,
            at: signed_at ?? created_at,
            content: { make: (exportDb: Db) => addedSeal(exportDb, id) },
          },
        ]
      : []),
  ])
  return { records: { signatures, ...(await exportServices(db, viewer)) }, files }
}

const findSignatoryRows = (db: Db, { email, mobile }: Viewer) =>
  db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signing_id')
    .leftJoin('signing.real_name_check as check', 'check.signatory_id', 'signatory.id')
    .select(['signatory.id', 'signing_id', 'document_name', 'document_number', 'starter_name'])
    .select(['starter_team', 'signing.created_at', 'party', 'signatory.role', 'signatory.name', 'title'])
    .select(['email', 'phone', 'signatory.state', 'signature', 'signed_at', 'signatory.reason'])
    .select(['invited_at', 'opened_at', 'entered_at', 'read_at', 'handed_over_from'])
    .select(['check.state as real_name_state', 'check.number as real_name_number'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('signing.party_seal as seal')
            .select('seal.party')
            .whereRef('seal.signatory_id', '=', 'signatory.id')
            .where('seal_id', 'is', null)
            .where('picture', 'is not', null),
        )
        .as('has_seal'),
    )
    .where((eb) =>
      eb.or([
        ...(email ? [eb(sql`lower(email)`, '=', email.toLowerCase())] : []),
        ...(mobile ? [eb('phone', '=', mobile)] : []),
        eb.lit(false),
      ]),
    )
    .orderBy('signatory.id')
    .execute()

const pathOf = (id: string, { kind }: Signature) =>
  `signatures/${shortId(id)}.${kind === 'picture' ? 'png' : 'svg'}`

function pictureOf(signature: Signature): Uint8Array {
  if (signature.kind === 'typed') return Buffer.from(typedNameSvg(signature.text))
  if (signature.kind === 'picture') return Buffer.from(pictureAddress(signature).split(',')[1]!, 'base64')
  const path = signature.strokes.map(strokePath).join('')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FIELD.width} ${FIELD.height}"><path d="${path}" fill="none" stroke="#000" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  )
}

async function addedSeal(db: Db, signatoryId: string): Promise<Uint8Array> {
  const { picture } = await db
    .selectFrom('signing.party_seal')
    .select('picture')
    .where('signatory_id', '=', signatoryId)
    .executeTakeFirstOrThrow()
  return new Uint8Array(picture!)
}

async function exportServices(db: Db, viewer: Viewer) {
  const serviceAuthorisations = await db
    .selectFrom('signing.remote_authorisation')
    .select(['provider', 'sender', 'person', 'name', 'number', 'state', 'reason', 'requested_at'])
    .where((eb) =>
      exportsTeam(viewer) ? eb('team_id', '=', viewer.teamId) : eb('account_id', '=', viewer.id),
    )
    .orderBy('id')
    .execute()
  if (!exportsTeam(viewer)) return { serviceAuthorisations }
  const serviceRule = await db
    .selectFrom('signing.service_rule')
    .select(['mainland', 'overseas', 'employment', 'updated_at'])
    .where('team_id', '=', viewer.teamId)
    .execute()
  return { serviceAuthorisations, serviceRule }
}
