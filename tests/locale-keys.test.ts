import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checks } from '#assembly/agreement/finding.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { openProblems } from '#assembly/open-points/open.ts'
import { ACCOUNT_STATES } from '#modules/accounts/desk/desk-accounts.ts'
import { STOPPING_ERRORS } from '#modules/batches/make-drafts.ts'
import { STOPPING_ERRORS as SENDING_STOPPING } from '#modules/batches/send-documents.ts'
import { attributeKey, columnsOf } from '#modules/batches/table/columns.ts'
import { HOLIDAYS } from '#modules/calendar/views/holiday-name.tsx'
import { STATUSES } from '#modules/documents/status.ts'
import { SUPPORTS } from '#modules/orders/desk/prices/package-form.ts'
import { DESK_MONTHS, DESK_PLANS } from '#modules/orders/plans/desk-plan.ts'
import { MONTHLY, PERIODS, SINGLES } from '#modules/orders/schema.ts'
import { readBlocks } from '#modules/templates/library/template-files.ts'
import { libraryTemplates } from '#modules/templates/library.ts'
import { LOCALES, messages } from '#src/core/i18n.ts'
import { codePoint } from '#src/core/text/clean-text.ts'
import '#src/app/events.ts'
import { STAFF_ROLES } from '#src/core/viewer.ts'
import { SERVICE_DAYS } from '#src/db/platform-schema.ts'
import { operationId, operations } from '#src/http/programs/operation.ts'
import { catalogue } from './support/catalogue.ts'
import { sourceFiles } from './support/files.ts'

const PLANTED_FILES = {
  'page.tsx': `
    import { useTranslations } from '#views/language.tsx'
    export function Page() {
      const t = useTranslations('documents.memory')
      return <h1>{t('titel')}</h1>
    }`,
  'mail.ts': `
    import { mailTemplate } from '#src/mail/mail-template.tsx'
    export const send = mailTemplate<object>(
      'planted',
      (t) => ({ subject: t('accounts.codeMail.subjekt'), paragraphs: [] }),
      () => ({}),
    )`,
  'island.tsx': `
    import { useWords } from '#islands/signature-table/words.ts'
    export function Island() {
      const t = useWords()
      return <p>{t('sended')}</p>
    }`,
  'desk.tsx': `
    import { useTranslations } from '#views/language.tsx'
    export function Desk({ state }: { state: 'active' | 'frozen' }) {
      const t = useTranslations('desk')
      return <p>{t(\`state.\${state}\`)}</p>
    }`,
  'title.ts': `
    import { translate } from '#src/core/i18n.ts'
    export const title = translate('en_US')('desk.acounts')`,
  'form.ts': `
    import type { FormState } from '#src/http/body.ts'
    export const given: FormState = { problems: { name: 'common.problem.requierd' } }`,
  'right.tsx': `
    import { useTranslations } from '#views/language.tsx'
    export function Right({ state }: { state: 'active' | 'frozen' }) {
      const t = useTranslations('desk')
      return <p>{t(\`states.\${state}\`)}</p>
    }`,
}

/**
 * A folder that contains the product's modules under their own names and nothing else, so that only the
 * planted file is type-checked.
 */
function planted(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  for (const name of readdirSync('.'))
    if (name !== 'tsconfig.json') symlinkSync(join(process.cwd(), name), join(folder, name))
  const tsconfig = { extends: join(process.cwd(), 'tsconfig.json'), files: Object.keys(PLANTED_FILES) }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, include: [] }))
  for (const [name, text] of Object.entries(PLANTED_FILES)) writeFileSync(join(folder, name), text)
  return folder
}

function compiled(folder: string): Promise<string> {
  const args = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', folder]
  return new Promise((done) => execFile(process.execPath, args, { cwd: folder }, (_, output) => done(output)))
}

test('a misspelt key is a type error in a page, a mail, an island, a desk page, a title and a form', async () => {
  const folder = planted()
  const output = await compiled(folder)
  rmSync(folder, { recursive: true })
  const faults = output.split('\n').filter((line) => line.includes('error TS'))
  const expectedErrors = Object.keys(PLANTED_FILES).filter((name) => name !== 'right.tsx')
  expect(faults.map((line) => line.split('(')[0]).sort(), output).toEqual(expectedErrors.sort())
  for (const line of faults) expect(line).toMatch(/is not assignable to .*MessageKey/)
})

const under = (group: string, names: readonly string[]) => names.map((name) => `${group}.${name}`)

const PLANS = ['free', 'single', ...DESK_PLANS]
const MONTHLY_PLANS = [...MONTHLY, 'customised']
const CATEGORIES = libraryTemplates().map(({ category }) => category)
const BIDI = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
const JURISDICTIONS = libraryTemplates().flatMap(({ jurisdictions }) => jurisdictions)

/** Strings in the source that look like the key of a problem, which schemas use as messages. */
const schemaMessages = sourceFiles(['src', 'assembly', 'modules']).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/'(\w+(?:\.\w+)*\.(?:problem|limit|error)\.[\w.]+)'/g)].map(
    ([, key]) => key!,
  ),
)

/** Every dynamic key, as the product composes it, with all its possible values. */
const LISTS = ['parties', 'fields', 'recitals', 'articles', 'annexes', 'rules', 'advise', 'dates']

/** The problems that stop a batch, and the problems of a row. */
const BATCH_PROBLEMS = [...STOPPING_ERRORS, ...SENDING_STOPPING, 'TOO_LARGE']
const PARTY_COLUMNS = libraryTemplates().flatMap((template) =>
  columnsOf({
    template,
    answers: blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' }),
  }).flatMap((column) => (column.kind === 'party' ? attributeKey(column) : [])),
)

const FAMILIES: Record<string, string[]> = {
  'accounts.identities.${value}': under('accounts.identities', ['company', 'individual']),
  'desk.${WORDS[what]}.${value}': [
    ...under('desk.states', ACCOUNT_STATES),
    ...under('desk.role', ['admin', 'member']),
    ...under('desk.package', PLANS),
    ...under('desk.months', DESK_MONTHS),
    ...under('desk.serviceDays', SERVICE_DAYS),
  ],
  'add.${list}': under('authoring.add', LISTS),
  'authoring.${key}': under('authoring', ['title', 'start.title', 'format.title']),
  'api.operations.${operationId(operation)}': under('api.operations', operations.map(operationId)),
  'blocks.${article.block}': under('authoring.blocks', Object.keys(readBlocks())),
  'blocks.${one}': under('authoring.blocks', Object.keys(readBlocks())),
  'isParty.${String(choice)}': under('authoring.condition.isParty', [
    'individual',
    'company',
    'mainland',
    'hmt',
    'abroad',
  ]),
  'outline.${list}': under('authoring.outline', LISTS),
  'outline.${list}Teach': LISTS.map((list) => `authoring.outline.${list}Teach`),
  'part.${value}': under('publishing.part', Object.keys(messages.en_US.publishing.part)),
  'part.${part}': under('publishing.part', Object.keys(messages.en_US.publishing.part)),
  'calendar.holiday.${key}': under('calendar.holiday', Object.values(HOLIDAYS)),
  'desk.staff.roles.${role}.name': STAFF_ROLES.map((role) => `desk.staff.roles.${role}.name`),
  'common.error.${problem}': under('common.error', BATCH_PROBLEMS),
  'common.error.problem': under('common.error', BATCH_PROBLEMS),
  'documents.status.${document.status}': under('documents.status', STATUSES),
  'editor.party.${attributeKey(column)}': under('editor.party', PARTY_COLUMNS),
  'documents.category.${category}': under('documents.category', CATEGORIES),
  'documents.jurisdiction.${place}': under('documents.jurisdiction', JURISDICTIONS),
  'editor.problem.${value}': under('editor.problem', openProblems),
  'editor.agreement.${check}': under('editor.agreement', checks),
  'site.pricing.plan.facts.plan': under('site.pricing.plan', MONTHLY_PLANS),
  'site.pricing.plan.${facts.goods}': under('site.pricing.plan', MONTHLY_PLANS),
  'orders.package.${facts.goods}': under('orders.package', [...SINGLES, ...MONTHLY_PLANS, 'tailored']),
  'orders.package.${value}': under('orders.package', [...SINGLES, ...MONTHLY_PLANS]),
  'orders.paidBy.${value}': under('orders.paidBy', PERIODS),
  'orders.package.${code}': under('orders.package', SINGLES),
  'orders.kind.${code}': under('orders.kind', ['document_1', 'document_2', 'esign']),
  'orders.package.${cause.package}': under('orders.package', [...SINGLES, ...MONTHLY_PLANS]),
  'orders.package.code': under('orders.package', [...SINGLES, ...MONTHLY_PLANS]),
  'desk.packages.supports.${text}': under('desk.packages.supports', SUPPORTS),
  'site.pricing.plan.${code}': under('site.pricing.plan', MONTHLY_PLANS),
  'site.pricing.plan.${one.code}': under('site.pricing.plan', MONTHLY_PLANS),
  'desk.package.${account.package}': under('desk.package', PLANS),
  'desk.package.${plan}': under('desk.package', DESK_PLANS),
  'desk.package.${term.package}': under('desk.package', DESK_PLANS),
  "review.comparison.${sender === undefined ? (sentAt ? 'nowAt' : id) : 'round'}": under(
    'review.comparison',
    ['template', 'now', 'nowAt', 'round'],
  ),
  'review.send.${kind}': under('review.send', ['comment', 'wording', 'reply']),
  "common.problem.character.${codePoint(character).replace('+', '')}": under(
    'common.problem.character',
    [...BIDI].map((character) => codePoint(character).replace('+', '')),
  ),
  'common.errorAlone.${code}': under('common.errorAlone', Object.keys(messages.en_US.common.errorAlone)),
  words: [
    ...under('review.turn', ['asked', 'accepted', 'returned', 'lapsed']),
    ...under('signing.state', ['waiting', 'invited', 'signing', 'signed', 'declined']),
  ],
  message: schemaMessages,
  'issue.message': schemaMessages,
  'parsedName.issues[0].message': schemaMessages,
}

describe('a key that types cannot check', () => {
  const keys = sourceFiles(['src', 'assembly', 'modules', 'views', 'islands'])
    .filter((file) => file !== 'views/language/messages.ts')
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /\bdynamicKey(?:<'([\w.]+)'>)?\(\s*(?:`([^`]*)`|([^`]*?)),?\s*\)/g,
      ),
    ])
    .map(([, namespace, template, name]) => [namespace, template ?? name].filter(Boolean).join('.'))

  test('belongs to a family listed here', () => {
    expect([...new Set(keys)].sort()).toEqual(Object.keys(FAMILIES).sort())
  })

  test.each(Object.entries(FAMILIES))('%s exists in every language, for all its values', (_, members) => {
    expect(members.length).toBeGreaterThan(0)
    for (const locale of LOCALES) expect(members.filter((key) => !catalogue[locale].has(key))).toEqual([])
  })
})
