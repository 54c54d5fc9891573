import { sql } from 'kysely'
import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { shippedTemplates } from '../library/shipped.ts'
import { doubtsIn, faultsIn } from '../publishing/draft.ts'
import { confirmedWords, lockCode, newestPublished, storeVersion } from '../publishing/publish.ts'
import { notifyLibraryChange, refreshLibrary } from '../publishing/refresh.ts'
import { findBlock, usersOf } from './block.ts'
import { findBlockDraft } from './block-draft.ts'

/** The reason for publishing a block, and whether the doubts of its check are confirmed. */
interface Confirmation {
  revision: number
  reason: string
  confirmed: boolean
}

/**
 * Publishes a checked block together with the next version of every template that contains it, or nothing at
 * all. Returns the name of the block. Throws TEMPLATE_FAULTY, TEMPLATE_UNCONFIRMED, or BLOCK_CHECK_OUTDATED
 * if the draft, the block in force or one of the templates has changed since the check.
 */
export async function publishBlock(
  db: Db,
  viewer: Viewer,
  id: string,
  { revision, reason, confirmed }: Confirmation,
): Promise<string> {
  const draft = await findBlockDraft(db, id)
  const { name, yaml, base_version } = draft
  if (draft.revision !== revision || draft.state !== 'checked') throw new AppError('BLOCK_CHECK_OUTDATED')
  const findings = await db
    .selectFrom('templates.block_finding')
    .selectAll()
    .where('draft_id', '=', id)
    .orderBy('code')
    .execute()
  if (findings.some((one) => !one.template || faultsIn(one).length)) throw new AppError('TEMPLATE_FAULTY')
  if (!confirmed && findings.some((one) => doubtsIn(one).length)) throw new AppError('TEMPLATE_UNCONFIRMED')
  const users = (await usersOf(db, name)).map(({ entry }) => entry.template.code).toSorted()
  if (users.join() !== findings.map(({ code }) => code).join()) throw new AppError('BLOCK_CHECK_OUTDATED')
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`block ${name}`}, 0))`.execute(trx)
    const deletion = await trx
      .deleteFrom('templates.block_draft')
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (deletion.numDeletedRows !== 1n || (await newestBlock(trx, name)) !== base_version)
      throw new AppError('BLOCK_CHECK_OUTDATED')
    const version = base_version + 1
    const publication = { published_by: viewer.id, published_at: now() }
    await trx
      .insertInto('templates.published_block')
      .values({ name, version, yaml, reason, ...publication })
      .execute()
    for (const one of findings) {
      await lockCode(trx, one.code)
      if ((await versionInForce(trx, one.code)) !== one.version - 1)
        throw new AppError('BLOCK_CHECK_OUTDATED')
      const doubts = doubtsIn(one).map(confirmedWords)
      await storeVersion(
        trx,
        viewer,
        { draftId: id, yaml: one.yaml, template: one.template!, notes: one.notes!, spoken: one.spoken },
        { ...(doubts.length && { confirmed: doubts }), reason: `${name} ${version}: ${reason}` },
      )
    }
    await logDeskAction(trx, viewer, {
      accountId: null,
      subject: `${name} ${version}`,
      path: `/desk/templates/blocks/${name}`,
      action: 'change-template',
      reason: `publish block: ${reason}`.slice(0, 500),
    })
    await notifyLibraryChange(trx)
  })
  await refreshLibrary(db)
  return name
}

async function newestBlock(trx: Db, name: string): Promise<number> {
  const newestVersion = await trx
    .selectFrom('templates.published_block')
    .select('version')
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newestVersion?.version ?? (await findBlock(name)).version
}

async function versionInForce(trx: Db, code: string): Promise<number> {
  const shipped = shippedTemplates.find((one) => one.code === code)?.version ?? 0
  return Math.max((await newestPublished(trx, code))?.version ?? 0, shipped)
}
