import { type Kysely, sql } from 'kysely'

/**
 * With a real-name service, an individual is authorised only if name and number match. An answer that staff
 * have changed stays.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  const changes = [
    [
      '以个人身份授权，填写证件号码后立即生效；以机构身份授权，',
      '以个人身份授权，填写证件号码后立即生效，接入实名核验服务的，居民身份证的姓名与号码须一致；以机构身份授权，',
    ],
    [
      '以個人身分授權，填寫證件號碼後立即生效；以機構身分授權，',
      '以個人身分授權，填寫證件號碼後立即生效，接上實名核驗服務的，居民身分證的姓名與號碼須一致；以機構身分授權，',
    ],
    [
      'is authorised at once; an institution once we have compared its business licence.',
      'is authorised at once; where a real-name service is connected, only if name and number of an identity card match. An institution is authorised once we have compared its business licence.',
    ],
  ]
  for (const [before, after] of changes)
    await sql`
      update messaging.faq
      set texts = replace(texts::text, ${before}, ${after})::jsonb, updated_at = now()
      where position(${before} in texts::text) > 0`.execute(db)
}
