import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { listStaffForCommand } from '#modules/accounts/desk/staff/staff.ts'
import { realName } from '#modules/real-name/index.ts'
import { describeAuthorities, offerConfiguredServices } from '#modules/signing/index.ts'
import { connect } from '#src/app/database.ts'
import { secretKeyFits } from '#src/app/secret-key/check.ts'
import { isKeyTableMade } from '#src/auth/secret-key.ts'
import { isCalendarMissing, neededYear } from '#src/calendar/calendar.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { findUnknownMigration } from '#src/db/migrate.ts'
import { reachDatabase, refuseSharedConnections } from '#src/db/reach.ts'
import { diskSpace } from '#src/files/disk.ts'
import { checkStorage } from '#src/jobs/storage-check.ts'
import { countDamaged } from '#src/jobs/stored-file.ts'
import { smsEventsAvailable, smsNoticesAvailable } from '#src/mail/sms.ts'
import { checkServices } from './doctor/services.ts'

/** Prints the configuration, the missing settings, and whether each configured service answers. */
const yesOrNo = (condition: boolean) => (condition ? 'yes' : 'no')

const REAL_NAMES = {
  tencent: 'Tencent Cloud; its console must have FaceID and OCR opened',
  demo: 'played by the demo',
}

/** The payment methods. A partial account or an unreadable key would already have stopped the start. */
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

const proxy = config.TRUST_PROXY
  ? 'X-Forwarded-For of your own proxy counts'
  : config.production && config.secure
    ? 'WARNING: TRUST_PROXY is not set. Behind a proxy all visitors count as one address for every limit'
    : 'none'

/** Prints the problem of a wrong variable, as a start does. */
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
  ['private database made', yesOrNo(existsSync(resolve(config.DATA_DIR, 'postgres')))],
  ['files', config.s3 ? `S3 at ${config.s3.url}` : resolve(config.DATA_DIR, 'files')],
  ['company', `${config.company.name.zh_CN}, ${config.company.mail}`],
  [
    'mail',
    config.SEND_MAIL === 'off' ? 'SEND_MAIL is off: it waits' : config.SMTP_URL ? 'SMTP_URL' : 'outbox only',
  ],
  ['jobs', config.worksJobs ? 'worked here' : 'not worked by this process'],
  ['text messages', config.sms ? 'Aliyun SMS' : config.demo ? 'outbox only' : 'none: mobile is not offered'],
  ['signing links by SMS', smsNoticesAvailable() ? 'yes' : 'no: signatories need a mailbox'],
  [
    'account notices by SMS',
    smsEventsAvailable() ? 'yes' : 'no: accounts with a mobile number alone get none',
  ],
  ['real-name checks', realName.service ? REAL_NAMES[realName.service.name] : 'none: not offered'],
  ['social login', config.wechat ? 'WeChat' : config.demo ? 'played by the demo' : 'none'],
  ['payment', payment.join(', ') || 'none: nothing can be ordered'],
  ['signing key', config.SIGNING_P12_FILE ?? 'own certificate authority'],
  ['e-sign services', ['our own', ...services.map(({ name }) => name)].join(', ')],
  ['time-stamps', timestamps],
  ['log', 'standard output: collect it and keep it six months (Cybersecurity Law)'],
  ['tracing', config.OTEL_EXPORTER_OTLP_ENDPOINT ?? 'off'],
  [
    'metrics',
    config.METRICS_PORT
      ? `http://${config.METRICS_HOST}:${config.METRICS_PORT}/metrics`
      : 'not for Prometheus',
  ],
  ['proxy', proxy],
  ['secret key', process.env.SECRET_KEY ? 'set' : 'demo key'],
]

if (process.env.DESK_HOLIDAYS)
  facts.push([
    'holidays',
    'DESK_HOLIDAYS is no longer read: enter its days at /desk/calendar, then remove it',
  ])

if (process.env.OLD_SECRET_KEY)
  facts.push(['former secret key', 'OLD_SECRET_KEY is set: remove it once SECRET_KEY has been changed'])

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
  const described = await describeAuthorities(db)
  const inUse = described.filter(({ retiredAt }) => !retiredAt)
  const descriptions = inUse.map(
    ({ id, name, validUntil: until }) => `${id} ${name}, until ${until.toISOString().slice(0, 10)}`,
  )
  return descriptions.join('; ') || 'none yet: the first signature makes it'
}

for (const { name, fault } of await checkServices()) {
  console.log(`${name.padEnd(24)}${fault ? `no: ${fault}` : 'yes'}`)
  if (fault) process.exitCode = 1
}

/** Facts from the tables, which exist once the server has started. */
async function factsOfTables(db: Db): Promise<[string, string][]> {
  if (!(await isKeyTableMade(db)))
    return [['tables', 'none yet, or of an earlier version: the start makes them']]
  const unknown = await findUnknownMigration(db)
  if (unknown) {
    process.exitCode = 1
    return [['tables', `of another version: this one does not know the migration ${unknown}`]]
  }
  const damaged = await countDamaged(db)
  if (damaged) process.exitCode = 1
  const keyFits = await secretKeyFits(db)
  if (!keyFits) process.exitCode = 1
  const year = neededYear()
  const isMissing = await isCalendarMissing(db)
  const staff = (await listStaffForCommand(db)).filter(({ state }) => state === 'active')
  return [
    ['secret key fits', keyFits ? 'yes' : 'no: SECRET_KEY is not the key of this database (docs/running.md)'],
    ['signing authority', await authorities(db)],
    ['damaged files', damaged ? `${damaged}: see /desk/files` : 'none known'],
    [
      'calendar',
      isMissing ? `WARNING: ${year} is missing. Enter it at /desk/calendar` : `${year} is entered`,
    ],
    ['staff', String(staff.length || 'none: npm run staff -- add NAME EMAIL makes the first')],
  ]
}

if (config.DATABASE_URL) {
  const db = connect(config.DATABASE_URL)
  const fault = await reachDatabase(config.DATABASE_URL, console.error, 2000)
    .then(() => refuseSharedConnections(config.DATABASE_URL!))
    .then(
      () => null,
      (error: Error) => error.message,
    )
  console.log(`${'database answers'.padEnd(24)}${fault ? `no\n${fault}` : 'yes'}`)
  if (fault) process.exitCode = 1
  else for (const [name, value] of await factsOfTables(db)) console.log(`${name.padEnd(24)}${value}`)
  await db.destroy()
}
