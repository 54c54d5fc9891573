import { type Kysely, sql } from 'kysely'

const NAMES = [
  ['问候', 'Greeting'],
  ['核查中', 'Looking into it'],
  ['询问详情', 'Ask for details'],
  ['结束语', 'Closing'],
] as const

/** Colleagues find the texts that came with the product by a name in their own language. */
export async function up(db: Kysely<unknown>) {
  for (const [chinese, english] of NAMES) {
    const both = `${chinese} · ${english}`
    await sql`update replies.reply as reply set name = ${both}
      where name = ${chinese} and updated_by is null and not exists (
        select from replies.reply as other where lower(other.name) = lower(${both})
      )`.execute(db)
  }
}
