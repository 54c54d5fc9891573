import { seeded } from './seeded.ts'

/**
 * The slow test files, grouped by subject. A daily run takes one file of each group, drawn by the printed
 * seed; a run with `--every`, a long run and a run that names files take all of them.
 */
export const GROUPS: string[][] = [
  ['browser/keyboard', 'browser/messages', 'process/start', 'process/first-day', 'process/image'],
  ['browser/editor', 'browser/plan-journey', 'browser/chat', 'browser/editor-head', 'browser/first-draft'],
  [
    'browser/network-faults',
    'browser/imports',
    'browser/review-words',
    'browser/island-faults',
    'browser/written-forms',
  ],
  [
    'browser/public-site',
    'browser/live',
    'browser/awkward-file',
    'browser/evidence',
    'browser/seals',
    'browser/signer',
    'browser/kept-pages',
    'browser/agreement',
    'browser/account',
    'browser/glyphs',
    'browser/hr-manager',
    'browser/single-sign-on',
  ],
  [
    'browser/search',
    'browser/orders',
    'browser/login',
    'browser/list-filters',
    'browser/desk-day',
    'browser/second-factor',
  ],
  [
    'browser/placing',
    'browser/two-tabs',
    'browser/contacts',
    'browser/older-browser',
    'browser/review-quotes',
    'browser/review',
  ],
  [
    'process/imports',
    'process/database-faults',
    'process/payments',
    'process/services',
    'process/trial',
    'process/refunds',
    'process/renewals',
    'process/live',
    'process/random-kills',
    'process/strangers',
    'process/chat',
    'process/long-texts',
  ],
  [
    'process/batch-kills',
    'process/webhook-kills',
    'process/announcement-kills',
    'process/drill',
    'process/worker-death',
    'process/e-invoices',
  ],
  [
    'modules/jobs',
    'modules/templates/publishing',
    'modules/mail-hands',
    'modules/templates/blocks',
    'modules/templates/authoring',
    'modules/templates/scheduling',
  ],
  [
    'modules/signing/verification/verification',
    'modules/signing/verification/paper',
    'modules/signing/pades/attacks',
    'modules/signing/case-flow',
    'modules/signing/evidence-bundle/kinds',
    'modules/signing/evidence-bundle/services',
  ],
  [
    'modules/signing/services/builtin',
    'modules/signing/services/esign',
    'modules/signing/services/tencent',
    'modules/signing/services/docusign',
    'modules/signing/services/kept-file',
  ],
  [
    'modules/signing/places',
    'modules/signing/steps',
    'modules/signing/blocks',
    'modules/signing/sealed',
    'modules/signing/uploaded',
    'modules/signing/real-name',
  ],
  [
    'modules/signing/standstill',
    'modules/signing/imported',
    'modules/signing/turns',
    'modules/signing/ten-parties',
    'modules/signing/conformance',
    'modules/signing/services/schedules',
  ],
  [
    'modules/signing/pades/own-revision',
    'modules/signing/pades/identities',
    'modules/signing/pades/sign',
    'modules/signing/pades/seals',
    'modules/signing/foreign/cases',
    'modules/signing/pades/timestamp',
    'modules/signing/pades/forged-timestamp',
    'modules/signing/verification/manipulated',
    'modules/signing/sent-out',
    'modules/signing/time-stamps/renewal',
  ],
  [
    'modules/orders/gateways',
    'modules/orders/spending',
    'modules/orders/renewal-histories',
    'modules/orders/payment-history',
  ],
  [
    'modules/printing/word/numbers',
    'modules/printing/typeset/names',
    'modules/printing/unprintable',
    'pages/many',
    'modules/imports/upload',
    'modules/imports/pictures',
    'modules/imports/pdf-check',
    'modules/imports/odd-files',
  ],
  [
    'modules/batches/drafts',
    'modules/batches/sending',
    'modules/webhooks/load',
    'modules/review/internal-walk',
    'modules/documents/translation-outgoing',
  ],
  [
    'modules/files/backup',
    'modules/files/stores',
    'modules/secret-key/end-demo',
    'modules/data-exports/data-exports',
  ],
  ['assembly/linear', 'assembly/rules-property', 'assembly/finished-property', 'api/signed-query'],
  ['security/headers', 'security/csrf', 'security/errors', 'security/extra-fields'],
  ['security/log', 'security/foreign-ids', 'security/growth', 'security/strange-text', 'security/four-eyes'],
  [
    'security/injection',
    'security/mail-limits',
    'security/guessing',
    'security/redirects',
    'security/captcha',
    'security/email-injection',
    'security/cookies',
    'security/passwords',
    'security/throttle',
  ],
  ['telemetry/traces', 'telemetry/metrics', 'telemetry/signing-trace'],
  [
    'db/private-postgres',
    'db/invariants',
    'db/lost-connections',
    'pages/queries',
    'modules/signing/progress',
  ],
]

export const fileOf = (name: string) => `tests/${name}.test.ts`

/** The files that a daily run with this seed leaves out: all of each group but one. */
export function omittedFiles(seed: number): string[] {
  const { below } = seeded(seed)
  return GROUPS.flatMap((group) => {
    const drawnIndex = below(group.length)
    return group.filter((_, index) => index !== drawnIndex).map(fileOf)
  })
}
