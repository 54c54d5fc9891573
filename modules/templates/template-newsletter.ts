import { sql } from 'kysely'
import type { Template } from '#assembly/template/template.ts'
import { twinIn } from '#assembly/template/words-in.ts'
import { templateMailSubscribers } from '#modules/accounts/index.ts'
import { ago, DAY, now } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { job } from '#src/jobs/jobs.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import { shippedTemplates } from './library/shipped.ts'
import { libraryTemplates } from './library.ts'
import { notifyLibraryChange } from './publishing/refresh.ts'

interface Newsletter {
  locale: Locale
  templates: Pick<Template, 'code' | 'title'>[]
  token: string
}

const sendNewsletterLater = mailTemplate<Newsletter>(
  'documents.newTemplates',
  (t, { locale, templates, token }) => {
    const titles = templates.map(({ title }) => twinIn(title, locale))
    const items = templates.map(({ code }, n) => ({
      words: titles[n]!,
      link: publicUrl(`/mgmt/new-doc?template=${code}`),
    }))
    return {
      subject: t('documents.templateLetter.subject', { title: titles[0]!, more: titles.length - 1 }),
      paragraphs: [t('documents.templateLetter.lead')],
      items,
      button: { words: t('documents.templateLetter.open'), link: publicUrl('/mgmt/doc-lib') },
      footer: t('documents.templateLetter.footer'),
      footerLink: {
        words: t('documents.templateLetter.leave'),
        link: publicUrl(`/template-letter/${token}`),
      },
      canUnsubscribe: true,
      bulk: true,
    }
  },
  ({ locale }) => ({ locale, templates: libraryTemplates().slice(0, 2), token: 'sample' }),
)

/**
 * Runs at each start and records when each template was first in the library. In a new database all
 * templates count as old, so they are not announced.
 */
export async function noteTemplates(db: Db, codes = shippedTemplates.map(({ code }) => code)) {
  const knownRows = await db.selectFrom('templates.library_entry').select('code').execute()
  const told_at = knownRows.length ? null : now()
  const shipped = shippedTemplates.filter(({ code }) => codes.includes(code))
  await noteVersions(db, shipped, told_at)
}

/** Records the versions of templates, unless a higher version is already recorded. */
export async function noteVersions(
  db: Db,
  templates: Pick<Template, 'code' | 'version'>[],
  told_at: Date | null,
) {
  const times = { first_seen_at: now(), version_at: now(), told_at }
  await db
    .insertInto('templates.library_entry')
    .values(templates.map(({ code, version }) => ({ code, version, ...times })))
    .onConflict((oc) =>
      oc
        .column('code')
        .doUpdateSet(({ ref }) => ({
          version: ref('excluded.version'),
          // Early installations did not record the first version.
          version_at: sql<Date>`case when library_entry.version is null then library_entry.first_seen_at
            else excluded.version_at end`,
        }))
        .where(sql<boolean>`coalesce(library_entry.version, 0) < excluded.version`),
    )
    .execute()
}

/** For the demo: makes a template appear to have been added after the last newsletter. */
export async function markAsNew(db: Db, code: string) {
  await db
    .updateTable('templates.library_entry')
    .set({ first_seen_at: ago(30 * DAY) })
    .execute()
  await db
    .updateTable('templates.library_entry')
    .set({ told_at: null, first_seen_at: now() })
    .where('code', '=', code)
    .execute()
  await notifyLibraryChange(db)
}

/** Each Monday, sends subscribers the templates added since the last newsletter, if there are any. */
export const sendTemplateNewsletters = job('template-letters', async (db) => {
  await db.transaction().execute(async (trx) => {
    const announcedRows = await trx
      .updateTable('templates.library_entry')
      .set({ told_at: now() })
      .where('told_at', 'is', null)
      // A retired template is announced only when it is offered again.
      .where('retired_at', 'is', null)
      .returning('code')
      .execute()
    const announcedCodes = new Set(announcedRows.map(({ code }) => code))
    const templates = libraryTemplates().filter(({ code }) => announcedCodes.has(code))
    if (!templates.length) return
    for (const { email: to, locale, token } of await templateMailSubscribers(trx))
      await sendNewsletterLater(trx, { to, locale }, { locale, templates, token })
  })
})
