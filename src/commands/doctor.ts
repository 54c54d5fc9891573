import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { realName } from '#modules/real-name/index.ts'
import { describeAuthorities, offerConfiguredServices } from '#modules/signing/index.ts'
import { connect } from '#src/app/database.ts'
import { readiness } from '#src/app/health.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { reachDatabase } from '#src/db/reach.ts'
import { diskSpace } from '#src/files/disk.ts'
import { checkStorage } from '#src/jobs/storage-check.ts'
import { countDamaged } from '#src/jobs/stored-file.ts'
import { smsNoticesAvailable } from '#src/mail/sms.ts'

/** Prints what is configured, what is missing, and whether each configured service answers. */
const yes = (what: boolean) => (what ? 'yes' : 'no')

const REAL_NAMES = {
  tencent: 'Tencent Cloud; its console must have FaceID and OCR opened',
  demo: 'played by the demo',
}

/** Payment methods; a partial account or an unreadable key has already stopped the start. */
const payment = [
  ...(config.bank ? ['bank transfer'] : []),
  ...(config.alipay ? [`Alipay at ${new URL(config.alipay.gateway).host}`] : []),
  ...(config.wechatPay ? [`WeChat Pay at ${new URL(config.wechatPay.base).host}`] : []),
  ...(config.paypal ? [`PayPal at ${new URL(config.paypal.base).host}`] : []),
  ...(config.demo ? ['sandbox and a sample bank account of the demo'] : []),
]

const timestamps = config.demoTimestamps
  ? 'authority of the demo, not for production'
  : (config.TIMESTAMP_URL ??
    'WARNING: none. No independent clock proves when a file was signed, and files cannot be renewed')

/** A wrong variable is printed, as a start would print it. */
const services = await offerConfiguredServices(process.env).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
  return []
})

const facts: [string, string][] = [
  ['Node', process.version],
  ['mode', config.NODE_ENV + (config.demo ? ', demo' : '')],
  ['address', config.baseUrl],
  ['database', config.DATABASE_URL ? 'DATABASE_URL' : `private PostgreSQL under ${resolve(config.DATA_DIR)}`],
  ['private database made', yes(existsSync(resolve(config.DATA_DIR, 'postgres')))],
  ['files', config.s3 ? `S3 at ${config.s3.url}` : resolve(config.DATA_DIR, 'files')],
  ['mail', config.SMTP_URL ? 'SMTP_URL' : 'outbox only'],
  ['text messages', config.sms ? 'Aliyun SMS' : config.demo ? 'outbox only' : 'none: mobile is not offered'],
  ['signing links by SMS', smsNoticesAvailable() ? 'yes' : 'no: signatories need a mailbox'],
  ['real-name checks', realName.service ? REAL_NAMES[realName.service.name] : 'none: not offered'],
  ['social login', config.wechat ? 'WeChat' : config.demo ? 'played by the demo' : 'none'],
  ['payment', payment.join(', ') || 'none: nothing can be ordered'],
  ['signing key', config.SIGNING_P12_FILE ?? 'own certificate authority'],
  ['e-sign services', ['our own', ...services.map(({ name }) => name)].join(', ')],
  ['time-stamps', timestamps],
  ['tracing', config.OTEL_EXPORTER_OTLP_ENDPOINT ?? 'off'],
  ['secret key', process.env.SECRET_KEY ? 'set' : 'demo key'],
]

const space = await diskSpace().catch(() => null)
if (space)
  facts.push([
    'room on the disk',
    `${Math.floor(space.free / 1024 ** 2)} MB${space.low ? ', which is little' : ''}`,
  ])

for (const [name, value] of facts) console.log(`${name.padEnd(24)}${value}`)
for (const { name, warnings } of services)
  for (const warning of warnings) console.log(`${name.padEnd(24)}${warning}`)

const storageFault = await checkStorage().then(
  () => null,
  (error: Error) => error.message,
)
console.log(`${'storage works'.padEnd(24)}${storageFault ? `no\n${storageFault}` : 'yes'}`)
if (storageFault) process.exitCode = 1

/** The numbers and names of the authorities in use. */
async function authorities(db: Db): Promise<string> {
  const all = await describeAuthorities(db)
  const inUse = all.filter(({ retiredAt }) => !retiredAt)
  const words = inUse.map(({ id, name, until }) => `${id} ${name}, until ${until.toISOString().slice(0, 10)}`)
  return words.join('; ') || 'none yet: the first signature makes it'
}

if (config.DATABASE_URL) {
  const db = connect(config.DATABASE_URL)
  await reachDatabase(config.DATABASE_URL, console.error, 2000).catch((error) => console.error(error.message))
  const { database } = await readiness(db)
  const damaged = database ? await countDamaged(db) : 0
  const issuing = database ? await authorities(db) : 'not known'
  await db.destroy()
  console.log(`${'signing authority'.padEnd(24)}${issuing}`)
  console.log(`${'database answers'.padEnd(24)}${yes(database)}`)
  console.log(`${'damaged files'.padEnd(24)}${damaged ? `${damaged}: see /desk/files` : 'none known'}`)
  if (!database || damaged) process.exitCode = 1
}
