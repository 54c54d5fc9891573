import type { KeyObject } from 'node:crypto'
import { readKey } from '#src/core/configuration/rsa-key.ts'
import { isLocal } from '../page-address.ts'

export interface DocusignSettings {
  /** The host for tokens and consent. */
  authBase: string
  /** The `aud` claim of our assertions: the host of the authentication service. */
  audience: string
  /** The domain of the API; each account's host is a subdomain of it. */
  apiDomain: string
  /** A second domain, for the signing pages. */
  pageDomain: string
  integrationKey: string
  /** The user in whose name all envelopes are sent, and the user's account; both GUIDs. */
  userId: string
  accountId: string
  privateKey: KeyObject
  /** Connect keys of the account; during a rotation two are valid. */
  hmacKeys: string[]
  /** If set, every callback also needs a token of our own authorization server. */
  connectTokens: ConnectTokens | null
  /** Whether to send text messages, an option of the account that costs extra. */
  sms: boolean
  /** Milliseconds to wait for a call. */
  timeout: number
}

/** What the access tokens of "OAuth for Connect" must contain, and the RSA key that signs them. */
export interface ConnectTokens {
  issuer: string
  audience: string
  publicKey: KeyObject
}

export const PRODUCTION = {
  authBase: 'https://account.docusign.com',
  audience: 'account.docusign.com',
  apiDomain: 'docusign.net',
  pageDomain: 'docusign.com',
}
export const SANDBOX = {
  ...PRODUCTION,
  authBase: 'https://account-d.docusign.com',
  audience: 'account-d.docusign.com',
}

const REQUIRED_VARIABLES = [
  'DOCUSIGN_INTEGRATION_KEY',
  'DOCUSIGN_USER_ID',
  'DOCUSIGN_ACCOUNT_ID',
  'DOCUSIGN_PRIVATE_KEY_FILE',
  'DOCUSIGN_HMAC_KEYS',
] as const

const CONNECT_VARIABLES = [
  'DOCUSIGN_CONNECT_ISSUER',
  'DOCUSIGN_CONNECT_AUDIENCE',
  'DOCUSIGN_CONNECT_PUBLIC_KEY_FILE',
] as const

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Environment = Record<string, string | undefined>

/** Null if DocuSign is not configured. Throws an Error that names the missing or invalid variable. */
export function settingsFrom(env: Environment): DocusignSettings | null {
  if (!Object.entries(env).some(([name, value]) => name.startsWith('DOCUSIGN_') && value)) return null
  const [integrationKey, userId, accountId, keyFile, hmacKeys] = valuesOf(env, REQUIRED_VARIABLES)
  const guids = { DOCUSIGN_INTEGRATION_KEY: integrationKey!, DOCUSIGN_USER_ID: userId! }
  for (const [name, value] of Object.entries({ ...guids, DOCUSIGN_ACCOUNT_ID: accountId! }))
    if (!GUID.test(value)) throw new Error(`${name} should be a GUID as on the page "Apps and Keys"`)
  return {
    ...hostsFrom(env),
    integrationKey: integrationKey!,
    userId: userId!,
    accountId: accountId!,
    privateKey: keyFrom('DOCUSIGN_PRIVATE_KEY_FILE', keyFile!, 'private'),
    hmacKeys: listFrom('DOCUSIGN_HMAC_KEYS', hmacKeys!),
    connectTokens: connectTokensFrom(env),
    sms: env.DOCUSIGN_SMS === '1',
    timeout: 30_000,
  }
}

/** The values of variables that must be set together. */
function valuesOf(env: Environment, names: readonly string[]): string[] {
  return names.map((name) => {
    const value = env[name]
    if (!value) throw new Error(`${name} is missing beside the other variables of DocuSign`)
    return value
  })
}

function hostsFrom({ DOCUSIGN_ENVIRONMENT: name = 'production' }: Environment) {
  if (name === 'sandbox') return SANDBOX
  if (name === 'production' || name === '') return PRODUCTION
  // The URL of a stub on this machine.
  if (isLocal(name)) return stubAt(name)
  throw new Error('DOCUSIGN_ENVIRONMENT should be production or sandbox')
}

function stubAt(address: string) {
  const { origin, hostname } = new URL(address)
  return { ...SANDBOX, authBase: origin, apiDomain: hostname, pageDomain: hostname }
}

function listFrom(name: string, text: string): string[] {
  const keys = text.split(/[,\s]+/).filter(Boolean)
  if (keys.length === 0) throw new Error(`${name} should be one or more keys of Connect, divided by commas`)
  return keys
}

function keyFrom(name: string, path: string, kind: 'private' | 'public'): KeyObject {
  const key = readKey(path, kind)
  if (!key) throw new Error(`${name} should name a file with a ${kind} RSA key`)
  return key
}

function connectTokensFrom(env: Environment): ConnectTokens | null {
  if (CONNECT_VARIABLES.every((name) => !env[name])) return null
  const [issuer, audience, file] = valuesOf(env, CONNECT_VARIABLES)
  const publicKey = keyFrom('DOCUSIGN_CONNECT_PUBLIC_KEY_FILE', file!, 'public')
  return { issuer: issuer!, audience: audience!, publicKey }
}

/** Information for the operator, shown by `doctor`. */
export const DOCUSIGN_WARNINGS: string[] = [
  'DocuSign: a new integration key works in the sandbox only, until it has passed go-live review',
  'DocuSign: the user of DOCUSIGN_USER_ID has to consent once, logged in at DocuSign as that user',
  'DocuSign: every return address of a consent has to be registered as a redirect URI of the app',
  'DocuSign: Connect has to be enabled in the account; its HMAC keys go to DOCUSIGN_HMAC_KEYS',
  'DocuSign: the callback address has to be reachable by https from the internet, port 443',
  'DocuSign: SMS delivery costs extra and excludes some countries; set DOCUSIGN_SMS=1 once it is enabled',
  'DocuSign: the envelopes of a plan are limited; all senders use those of the one configured account',
]
