import { describe, expect, test } from 'vitest'
import { readConfig } from '#src/core/config.ts'
import { isOutside } from '#src/core/configuration/transport.ts'
import { transportOptions } from '#src/mail/smtp.ts'
import { COMPANY, PRODUCTION } from '#tests/support/production.ts'

const SECRET = 'open-sesame'

function configurationError(env: Record<string, string>): string {
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
      const value = name.endsWith('URL') ? `wrong://user:${SECRET}@host` : SECRET
      const message = configurationError({ [name]: value })
      if (message) reportCount++
      if (!SHOWN.includes(name)) expect([name, message.includes(SECRET)]).toEqual([name, false])
    }
    expect(reportCount).toBeGreaterThan(8)
    expect(configurationError({ DATABASE_URL: `mysql://u:${SECRET}@h` })).toBe(
      'DATABASE_URL should start with postgres://',
    )
  })

  test('with its value otherwise', () => {
    expect(configurationError({ PORT: 'http' })).toBe('PORT should be a whole number, but is "http"')
  })
})

describe('in production a secret key', () => {
  const errorForKey = (SECRET_KEY: string) => configurationError({ ...PRODUCTION, SECRET_KEY })

  test('that was typed by a person, or is widely known, is rejected', () => {
    for (const typed of [
      'a'.repeat(40),
      'abcdefghijklmnopqrstuvwxyz012345',
      '0123456789012345678901234567890123456789',
      'password-password-password-password',
      'correct horse correct horse correct ',
      'zyxwvutsrqponmlkjihgfedcba987654',
    ])
      expect([typed, errorForKey(typed)]).toEqual([
        typed,
        'SECRET_KEY can be guessed: let `openssl rand -hex 32` make one',
      ])
    expect(errorForKey('demo-key-of-a-laptop-never-in-production')).toContain('everybody knows')
  })

  test('that was generated is accepted', () => {
    for (let n = 0; n < 500; n++) {
      const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
      const generatedKeys = [
        bytes.toString('hex'),
        bytes.subarray(0, 16).toString('hex'),
        bytes.toString('base64'),
      ]
      for (const key of generatedKeys) expect([key, errorForKey(key)]).toEqual([key, ''])
    }
  })
})

test('a demo listens on this machine only, by default', () => {
  const environments = [
    {},
    { HOST: '0.0.0.0' },
    { ...PRODUCTION, SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' },
  ]
  expect(environments.map((env) => readConfig(env).host)).toEqual(['127.0.0.1', '0.0.0.0', undefined])
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

  test('is refused if only some variables of production are set; the error names the missing ones', () => {
    const { NODE_ENV: _, DATABASE_URL: __, ...requiredVariables } = PRODUCTION
    const more = { SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015', ESIGN_APP_ID: '7438', IMPORT_MAX_MB: '50' }
    for (const [name, value] of Object.entries({ ...requiredVariables, ...more })) {
      const message = configurationError({ ...image, [name]: value })
      expect(message).toContain(`This is no demo, because it has ${name}; `)
      expect(message).toContain('DATABASE_URL is missing')
    }
    expect(configurationError({ ...image, DATABASE_URL: PRODUCTION.DATABASE_URL })).toContain(
      'SECRET_KEY is missing',
    )
    expect(configurationError({ ...image, DEMO: '1', SERVICE_PHONE: '+86 571 8800 1234' })).toBe('')
  })
})

describe('connections to servers outside our own network', () => {
  const production = { ...PRODUCTION, SECRET_KEY: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b' }
  const store = { STORAGE_S3_KEY_ID: 'id', STORAGE_S3_SECRET: 'secret' }

  test('are encrypted in production', () => {
    expect(
      configurationError({ ...production, ...store, STORAGE_S3_URL: 'http://files.example.com/b' }),
    ).toBe('STORAGE_S3_URL should start with https:// (http only inside your own network)')
    expect(
      configurationError({ ...production, TRANSLATION_URL: 'http://8.8.8.8/v1', TRANSLATION_MODEL: 'm' }),
    ).toContain('TRANSLATION_URL should start with https://')
    expect(configurationError({ ...production, DATABASE_URL: 'postgres://u@db.example.com/q' })).toContain(
      'DATABASE_URL should end with ?sslmode=verify-full',
    )
    for (const mode of ['require', 'verify-full'])
      expect(
        configurationError({ ...production, DATABASE_URL: `postgres://u@db.example.com/q?sslmode=${mode}` }),
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

  test('has all its variables in production, and its mails have a sender', () => {
    expect(configurationError(production)).toBe('')
    for (const name of [...Object.keys(COMPANY), 'MAIL_FROM'] as (keyof typeof production)[]) {
      const { [name]: _, ...rest } = production
      expect(configurationError(rest)).toMatch(new RegExp(`^${name} is missing: [^\\n]+$`))
    }
  })

  test('has a readable logo, and opening hours and a filing number in their formats', () => {
    expect(configurationError({ LOGO_FILE: 'logo.gif' })).toBe('LOGO_FILE should name an SVG or PNG file')
    expect(configurationError({ LOGO_FILE: '/nowhere/logo.svg' })).toBe(
      'LOGO_FILE should name a file that can be read',
    )
    expect(configurationError({ SERVICE_HOURS: 'always' })).toBe(
      'SERVICE_HOURS should be hours as 9:00-18:00',
    )
    expect(configurationError({ PUBLIC_SECURITY_RECORD: 'none' })).toContain('沪公网安备31010102000001号')
  })
})

describe('time-stamps', () => {
  const SECRET_KEY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'
  const { TIMESTAMP_URL: _, ...withoutTimestampUrl } = { ...PRODUCTION, SECRET_KEY }
  const timestampSettings = (env: Record<string, string>) => {
    const { TIMESTAMP_URL, demoTimestamps } = readConfig(env)
    return [TIMESTAMP_URL, demoTimestamps]
  }

  test('need a service in production, or the statement that there is none', () => {
    expect(configurationError(withoutTimestampUrl)).toBe(
      'TIMESTAMP_URL is missing: name a time-stamp service (RFC 3161), or none to sign without',
    )
    expect(configurationError({ ...withoutTimestampUrl, TIMESTAMP_URL: 'yes' })).toBe(
      'TIMESTAMP_URL should be a full URL, or none',
    )
    expect(timestampSettings({ ...withoutTimestampUrl, TIMESTAMP_URL: 'none' })).toEqual([undefined, false])
    const url = 'https://stamps.example/tsa'
    expect(timestampSettings({ ...withoutTimestampUrl, TIMESTAMP_URL: url })).toEqual([url, false])
  })

  test('come from the demo authority only in a demo that does not set TIMESTAMP_URL', () => {
    expect(timestampSettings({})).toEqual([undefined, true])
    expect(timestampSettings({ NODE_ENV: 'production', DEMO: '1' })).toEqual([undefined, true])
    expect(timestampSettings({ TIMESTAMP_URL: 'none' })).toEqual([undefined, false])
    expect(timestampSettings({ TIMESTAMP_URL: 'http://stamps.example/' })).toEqual([
      'http://stamps.example/',
      false,
    ])
    expect(timestampSettings({ DEMO: '0' })).toEqual([undefined, false])
  })
})
