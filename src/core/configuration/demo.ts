import * as v from 'valibot'

/** `auto`, the choice of the image: a demo unless something is configured. */
export const demoChoice = v.pipe(
  v.picklist(['1', '0', 'true', 'false', 'auto'], 'should be 1, 0 or auto'),
  v.transform((s) => (s === 'auto' ? s : s === '1' || s === 'true')),
)

/** Variables that a demo and production may both have. */
const COMMON_VARIABLES = ['NODE_ENV', 'DEMO', 'PORT', 'HOST', 'DATA_DIR', 'LOG_LEVEL']
/** Variables of e-sign and real-name services, which those services read themselves. */
const SERVICE_VARIABLES = /^(ESIGN|TENCENT_ESS|DOCUSIGN|REAL_NAME)_/

/** Matches the address of a demo that is published on another port of this machine. */
const isLocal = (address = '') => /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/?$/.test(address)

/** The variables that indicate production; `auto` starts no demo if one of them is set. */
export const configuredOf = (variables: Record<string, string | undefined>, knownNames: string[]): string[] =>
  Object.keys(variables).filter(
    (name) =>
      (knownNames.includes(name) || SERVICE_VARIABLES.test(name)) &&
      !COMMON_VARIABLES.includes(name) &&
      !(name === 'BASE_URL' && isLocal(variables[name])),
  )
