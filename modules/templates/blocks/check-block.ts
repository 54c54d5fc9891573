import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { inspectApart } from '../publishing/inspection.ts'
import { usersOf } from './block.ts'

/**
 * Checks each template that contains a changed block, as the template's next version, and stores the
 * findings one by one. Stops if the draft is changed in the meantime.
 */
export const checkBlock = job<{ id: string; revision: number }>(
  'check-block',
  async (db, { id, revision }) => {
    const draft = await selectChecking(db, id, revision).select(['name', 'yaml']).executeTakeFirst()
    if (!draft) return
    const findings = await db
      .selectFrom('templates.block_finding')
      .select('code')
      .where('draft_id', '=', id)
      .execute()
    const checkedCodes = new Set(findings.map(({ code }) => code))
    for (const { entry, yaml } of await usersOf(db, draft.name)) {
      const { code, version } = entry.template
      if (checkedCodes.has(code)) continue
      const nextVersion = { code, version: version + 1, yaml: withVersion(yaml, version + 1) }
      const finding = await inspectApart(nextVersion.yaml, { blocks: { [draft.name]: draft.yaml } })
      const isStored = await db.transaction().execute(async (trx) => {
        if (!(await selectChecking(trx, id, revision).select('id').forUpdate().executeTakeFirst()))
          return false
        const { template = null, notes = null, spoken = null, problems } = finding
        await trx
          .insertInto('templates.block_finding')
          .values({
            draft_id: id,
            ...nextVersion,
            problems: JSON.stringify(problems),
            template: template && JSON.stringify(template),
            notes: notes && JSON.stringify(notes),
            spoken: spoken && JSON.stringify(spoken),
          })
          .onConflict((conflict) => conflict.columns(['draft_id', 'code']).doNothing())
          .execute()
        return true
      })
      if (!isStored) return
    }
    await db
      .updateTable('templates.block_draft')
      .set({ state: 'checked' })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('state', '=', 'checking')
      .execute()
  },
)

const selectChecking = (db: Db, id: string, revision: number) =>
  db
    .selectFrom('templates.block_draft')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('state', '=', 'checking')

/** The source of a template with another version number. */
export const withVersion = (yaml: string, version: number): string =>
  yaml.replace(/^version:[^\n]*/m, `version: ${version}`)
