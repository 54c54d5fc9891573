import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Locale } from '../i18n.ts'
import { ConfigError } from './config-error.ts'

const mail = v.optional(v.pipe(v.string(), v.email('should be an e-mail address')))
const text = v.optional(v.string())

/** The company that runs the site: agreements, receipts, mails and pages name it. */
export const CompanyVariables = v.object({
  COMPANY_NAME: text,
  COMPANY_NAME_TW: text,
  COMPANY_NAME_EN: text,
  COMPANY_ADDRESS: text,
  COMPANY_ADDRESS_TW: text,
  COMPANY_ADDRESS_EN: text,
  SERVICE_MAIL: mail,
  SERVICE_PHONE: text,
  SECURITY_MAIL: mail,
  SERVICE_HOURS: v.optional(
    v.pipe(v.string(), v.regex(/^\d?\d:\d\d-\d?\d:\d\d$/, 'should be hours as 9:00-18:00')),
    '9:00-18:00',
  ),
  /** The record at the public security authority (公安备案), in addition to the ICP record. */
  PUBLIC_SECURITY_RECORD: v.optional(
    v.pipe(v.string(), v.regex(/\d{8,}/, 'should be a record as 沪公网安备31010102000001号')),
  ),
  LOGO_FILE: v.optional(v.pipe(v.string(), v.regex(/\.(svg|png)$/i, 'should name an SVG or PNG file'))),
})

type CompanyValues = v.InferOutput<typeof CompanyVariables>

export interface Company {
  name: Record<Locale, string>
  address: Record<Locale, string>
  mail: string
  phone: string
  securityMail: string
  hours: ServiceHours
  logo: Logo | null
}

export interface Logo {
  type: 'image/svg+xml' | 'image/png'
  bytes: Buffer
}

/** In Shanghai time, on working days. */
export interface ServiceHours {
  opens: string
  closes: string
}

/** The company of the demo, which does not exist. */
const SAMPLE = {
  COMPANY_NAME: '契书科技（上海）有限公司',
  COMPANY_NAME_TW: '契書科技（上海）有限公司',
  COMPANY_NAME_EN: 'Qishu Technology (Shanghai) Co., Ltd.',
  COMPANY_ADDRESS: '上海市黄浦区复兴中路288号9层（200025）',
  COMPANY_ADDRESS_TW: '中國上海市黃浦區復興中路288號9樓（200025）',
  COMPANY_ADDRESS_EN: 'Floor 9, 288 Fuxing Middle Road, Huangpu District, Shanghai 200025, China',
  SERVICE_MAIL: 'service@qishu.example',
  SERVICE_PHONE: '+86 21 6100 2610',
  SECURITY_MAIL: 'security@qishu.example',
}

/** Fills in missing settings with the company of the demo; production refuses to (`missingOfCompany`). */
export function companyFrom(values: CompanyValues): Company {
  const textOf = (name: keyof typeof SAMPLE) => values[name] ?? SAMPLE[name]
  const [opens, closes] = values.SERVICE_HOURS.split('-') as [string, string]
  return {
    name: {
      zh_CN: textOf('COMPANY_NAME'),
      zh_TW: textOf('COMPANY_NAME_TW'),
      en_US: textOf('COMPANY_NAME_EN'),
    },
    address: {
      zh_CN: textOf('COMPANY_ADDRESS'),
      zh_TW: textOf('COMPANY_ADDRESS_TW'),
      en_US: textOf('COMPANY_ADDRESS_EN'),
    },
    mail: textOf('SERVICE_MAIL'),
    phone: textOf('SERVICE_PHONE'),
    securityMail: textOf('SECURITY_MAIL'),
    hours: { opens, closes },
    logo: values.LOGO_FILE ? readLogo(values.LOGO_FILE) : null,
  }
}

const MAX_LOGO_BYTES = 100 * 1024

function readLogo(file: string): Logo {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    throw new ConfigError('LOGO_FILE should name a file that can be read')
  }
  if (bytes.length > MAX_LOGO_BYTES) throw new ConfigError('LOGO_FILE should have at most 100 KB')
  return { type: /\.png$/i.test(file) ? 'image/png' : 'image/svg+xml', bytes }
}

/** One line for each variable that production requires and that is missing. */
export const missingOfCompany = (values: CompanyValues): string[] =>
  (Object.keys(SAMPLE) as (keyof typeof SAMPLE)[])
    .filter((name) => !values[name])
    .map((name) => `${name} is missing: agreements, receipts, mails and pages name the company`)
