import type { Answers } from '#assembly/answers.ts'
import type { Template } from '#assembly/template/template.ts'
import type { Db } from '#src/db/db.ts'
import { type Actor, logAction } from '../audit-log.ts'

/** Logs a change of the party that the first draft favours, with its role in both languages. */
export async function logPosition(
  trx: Db,
  id: string,
  actor: Actor,
  { template, answers }: { template: Template; answers: Answers },
) {
  const { position = 'template', parties } = answers
  const index = parties.findIndex(({ key }) => key === position)
  const role =
    index >= 0 ? (parties[index]!.role ?? template.parties[index]?.role ?? template.moreParties?.role) : null
  await logAction(trx, id, actor, 'first-draft', {
    side: position,
    ...(role && { role: `${role.zh} / ${role.en}` }),
  })
}
