import { describe, expect, test } from 'vitest'
import { readConfig } from '#src/core/config.ts'
import { isOutside } from '#src/core/configuration/transport.ts'
import { transportOptions } from '#src/mail/smtp.ts'
import { COMPANY, PRODUCTION } from '#tests/support/production.ts'

const SECRET = 'open-sesame'

function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const NAMES = Object.keys(readConfig({})).filter((name) => name === name.toUpperCase())
/** Variables that may be shown, because they contain no secret. */
const SHOWN = ['NODE_ENV', 'PORT', 'DEMO', 'TRUST_PROXY', 'LOG_LEVEL', 'IMPORT_MAX_MB', 'IMPORT_MAX_PAGES']

describe('an invalid variable is reported', () => {
  test('without its value, if the value may contain a secret', () => {
    let reportCount = 0
    for (const name of [...NAMES, 'DATABASE_URL', 'SECRET_KEY', 'STORAGE_S3_SECRET', 'TRANSLATION_URL']) {
      const words = complaint({ [name]: name.endsWith('URL') ? `wrong://user:${SECRET}@host` : SECRET })
      if (words) reportCount++
      if (!SHOWN.includes(name)) expect([name, words.includes(SECRET)]).toEqual([name, false])
    }
    expect(reportCount).toBeGreaterThan(8)
    expect(complaint({ DATABASE_URL: `mysql://u:${SECRET}@h` })).toBe(
      'DATABASE_URL should start with postgres://',
    )
  })

  test('with its value otherwise', () => {
    expect(complaint({ PORT: 'http' })).toBe('PORT should be a whole number, but is "http"')
  })
})

describe('in production a secret key', () => {
  const key = (SECRET_KEY: string) => complaint({ ...PRODUCTION, SECRET_KEY })

  test('that was typed by a person, or is widely known, is rejected', () => {
    for (const typed of [
      'a'.repeat(40),
      'abcdefghijklmnopqrstuvwxyz012345',
      '0123456789012345678901234567890123456789',
      'password-password-password-password',
      'correct horse correct horse correct ',
      'zyxwvutsrqponmlkjihgfedcba987654',
    ])
      expect([typed, key(typed)]).toEqual([
        typed,
        'SECRET_KEY can be guessed: let `openssl rand -hex 32` make one',
      ])
    expect(key('demo-key-of-a-laptop-never-in-production')).toContain('everybody knows')
  })

  test('that was generated is accepted', () => {
    for (let n = 0; n < 500; n++) {
      const bytes = crypto.getRandomValues(new Uint8Array(32))
      for (const configuration of [
        Buffer.from(bytes)
          .toString('hex')
          .slice(n % 2 ? 0 : 32),
        Buffer.from(bytes).toString('base64'),
      ])
        expect([configuration, key(configuration)]).toEqual([configuration, ''])
    }
  })
})

test('a demo listens on this machine only, by default', () => {
  const hosts = [
    {},
    { HOST: '0.0.0.0' },
    { ...PRODUCTION, SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' },
  ]
  expect(hosts.map((env) => readConfig(env).host)).toEqual(['127.0.0.1', '0.0.0.0', undefined])
})

describe('DEMO=auto, as in the image,', () => {
  const image = { NODE_ENV: 'production', DEMO: 'auto', DATA_DIR: '/data', PORT: '3000' }

  test('is a demo on every address of the container if nothing is configured', () => {
    for (const more of [{}, { BASE_URL: 'http://localhost:8080' }, { LOG_LEVEL: 'warn' }, { SMTP_URL: '' }])
      expect(readConfig({ ...image, ...more })).toMatchObject({
        demo: true,
        production: false,
        host: undefined,
      })
  })

  test('is production with all its variables', () => {
    const env = { ...image, ...PRODUCTION, SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' }
    expect(readConfig(env)).toMatchObject({ demo: false, production: true })
  })

  test('is refused with only one of them, and names the missing ones', () => {
    const { NODE_ENV: _, DATABASE_URL: __, ...without } = PRODUCTION
    const more = { SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015', ESIGN_APP_ID: '7438', IMPORT_MAX_MB: '50' }
    for (const [name, value] of Object.entries({ ...without, ...more })) {
      const words = complaint({ ...image, [name]: value })
      expect(words).toContain(`This is no demo, because it has ${name}; `)
      expect(words).toContain('DATABASE_URL is missing')
    }
    expect(complaint({ ...image, DATABASE_URL: PRODUCTION.DATABASE_URL })).toContain('SECRET_KEY is missing')
    expect(complaint({ ...image, DEMO: '1', SERVICE_PHONE: '+86 571 8800 1234' })).toBe('')
  })
})

describe('connections beyond the own network', () => {
  const production = { ...PRODUCTION, SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' }
  const store = { STORAGE_S3_KEY_ID: 'id', STORAGE_S3_SECRET: 'secret' }

  test('are encrypted in production', () => {
    expect(complaint({ ...production, ...store, STORAGE_S3_URL: 'http://files.example.com/b' })).toBe(
      'STORAGE_S3_URL should start with https:// (http only inside your own network)',
    )
    expect(
      complaint({ ...production, TRANSLATION_URL: 'http://8.8.8.8/v1', TRANSLATION_MODEL: 'm' }),
    ).toContain('TRANSLATION_URL should start with https://')
    expect(complaint({ ...production, DATABASE_URL: 'postgres://u@db.example.com/q' })).toContain(
      'DATABASE_URL should end with ?sslmode=verify-full',
    )
    for (const mode of ['require', 'verify-full'])
      expect(
        complaint({ ...production, DATABASE_URL: `postgres://u@db.example.com/q?sslmode=${mode}` }),
      ).toBe('')
  })

  test('are recognised by names and addresses', () => {
    for (const host of [
      'localhost',
      'garage',
      'db.internal',
      's3.shop.svc',
      '10.1.2.3',
      '[::1]',
      '172.18.0.4',
    ])
      expect([host, isOutside(host)]).toEqual([host, false])
    for (const host of ['db.example.com', '8.8.8.8', '[2400:3200::1]', 'localhost.example.com'])
      expect([host, isOutside(host)]).toEqual([host, true])
  })

  test('send mail only after STARTTLS', () => {
    expect(transportOptions('smtp://u:p@mail.example.com:587').requireTLS).toBe(true)
    expect(transportOptions('smtp://127.0.0.1:2525').requireTLS).toBe(false)
  })
})

describe('the company', () => {
  const production = { ...PRODUCTION, SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' }

  test('has its full name in production, and its mails have a sender', () => {
    expect(complaint(production)).toBe('')
    for (const name of [...Object.keys(COMPANY), 'MAIL_FROM'] as (keyof typeof production)[]) {
      const { [name]: _, ...rest } = production
      expect(complaint(rest)).toMatch(new RegExp(`^${name} is missing: [^\\n]+$`))
    }
  })

  test('has a readable logo, and opening hours and a filing number in their formats', () => {
    expect(complaint({ LOGO_FILE: 'logo.gif' })).toBe('LOGO_FILE should name an SVG or PNG file')
    expect(complaint({ LOGO_FILE: '/nowhere/logo.svg' })).toBe(
      'LOGO_FILE should name a file that can be read',
    )
    expect(complaint({ SERVICE_HOURS: 'always' })).toBe('SERVICE_HOURS should be hours as 9:00-18:00')
    expect(complaint({ PUBLIC_SECURITY_RECORD: 'none' })).toContain('沪公网安备31010102000001号')
  })
})

describe('time-stamps', () => {
  const SECRET_KEY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'
  const { TIMESTAMP_URL: _, ...unstated } = { ...PRODUCTION, SECRET_KEY }
  const chosen = (env: Record<string, string>) => {
    const { TIMESTAMP_URL, demoTimestamps } = readConfig(env)
    return [TIMESTAMP_URL, demoTimestamps]
  }

  test('need a service in production, or the statement that there is none', () => {
    expect(complaint(unstated)).toBe(
      'TIMESTAMP_URL is missing: name a time-stamp service (RFC 3161), or none to sign without',
    )
    expect(complaint({ ...unstated, TIMESTAMP_URL: 'yes' })).toBe(
      'TIMESTAMP_URL should be a full URL, or none',
    )
    expect(chosen({ ...unstated, TIMESTAMP_URL: 'none' })).toEqual([undefined, false])
    const url = 'https://stamps.example/tsa'
    expect(chosen({ ...unstated, TIMESTAMP_URL: url })).toEqual([url, false])
  })

  test('have a separate authority in a demo only, and only by default', () => {
    expect(chosen({})).toEqual([undefined, true])
    expect(chosen({ NODE_ENV: 'production', DEMO: '1' })).toEqual([undefined, true])
    expect(chosen({ TIMESTAMP_URL: 'none' })).toEqual([undefined, false])
    expect(chosen({ TIMESTAMP_URL: 'http://stamps.example/' })).toEqual(['http://stamps.example/', false])
    expect(chosen({ DEMO: '0' })).toEqual([undefined, false])
  })
})
