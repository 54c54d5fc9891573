import { seeded } from './seeded.ts'

/**
 * The slow test files, grouped by subject. A daily run takes one file of each group, drawn by the printed
 * seed; a run with `--every`, a long run and a run that names files take all of them.
 */
export const GROUPS: string[][] = [
  ['browser/keyboard', 'browser/messages', 'process/start', 'process/first-day'],
  ['browser/editor', 'browser/plan-journey', 'browser/chat'],
  ['browser/network-faults', 'browser/imports', 'browser/review-words'],
  ['browser/public-site', 'browser/live', 'browser/awkward-file'],
  ['browser/search', 'browser/orders', 'browser/login'],
  ['browser/placing', 'browser/two-tabs', 'browser/contacts'],
  ['browser/kept-pages', 'browser/agreement', 'browser/account', 'browser/glyphs'],
  ['process/imports', 'process/database-faults', 'process/payments', 'process/services', 'process/trial'],
  ['process/batch-kills', 'process/webhook-kills', 'process/announcement-kills'],
  ['browser/hr-manager', 'browser/single-sign-on'],
  ['process/drill', 'process/worker-death', 'process/e-invoices'],
  ['process/live', 'process/random-kills', 'process/strangers', 'process/chat', 'process/long-texts'],
  ['modules/jobs', 'modules/templates/publishing', 'modules/mail-hands'],
  ['modules/signing/verification/verification', 'modules/signing/pades/attacks', 'modules/signing/case-flow'],
  [
    'modules/signing/services/builtin',
    'modules/signing/services/esign',
    'modules/signing/services/tencent',
    'modules/signing/services/docusign',
  ],
  ['modules/signing/places', 'modules/signing/steps', 'modules/signing/blocks', 'modules/signing/sealed'],
  [
    'modules/signing/standstill',
    'modules/signing/imported',
    'modules/signing/turns',
    'modules/signing/ten-parties',
  ],
  [
    'modules/signing/pades/own-revision',
    'modules/signing/pades/identities',
    'modules/signing/pades/sign',
    'modules/signing/foreign/cases',
  ],
  [
    'modules/signing/pades/timestamp',
    'modules/signing/pades/forged-timestamp',
    'modules/signing/verification/manipulated',
    'modules/signing/sent-out',
  ],
  [
    'modules/imports/upload',
    'modules/imports/pictures',
    'modules/imports/pdf-check',
    'modules/imports/odd-files',
  ],
  ['modules/orders/gateways', 'modules/orders/spending', 'pages/many'],
  ['modules/printing/word/numbers', 'modules/printing/typeset/names', 'modules/orders/payment-history'],
  ['assembly/linear', 'assembly/rules-property', 'api/signed-query'],
  ['security/headers', 'security/csrf', 'security/errors'],
  ['security/log', 'security/foreign-ids', 'security/growth'],
  ['security/injection', 'security/mail-limits', 'security/guessing'],
  ['security/email-injection', 'security/cookies', 'security/passwords'],
  ['security/extra-fields', 'security/redirects', 'security/captcha', 'security/strange-text'],
  ['db/private-postgres', 'pages/queries', 'modules/signing/progress'],
]

export const fileOf = (name: string) => `tests/${name}.test.ts`

/** The files that a daily run with this seed leaves out: all of each group but one. */
export function omittedFiles(seed: number): string[] {
  const { below } = seeded(seed)
  return GROUPS.flatMap((group) => {
    const taken = below(group.length)
    return group.filter((_, index) => index !== taken).map(fileOf)
  })
}
