import { LOCALES } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { AnyForm, type FormState, readForm } from '#src/http/body.ts'
import type { Ctx } from '#src/http/web.ts'
import { fillIn, type PlaceholderValues } from './placeholders.ts'
import { listReplies } from './reply.ts'

/**
 * For browsers without script: shows the answer form again with the chosen saved reply appended to the typed
 * text.
 */
export async function insertReply(
  c: Ctx,
  field: string,
  placeholderValues: PlaceholderValues,
): Promise<FormState> {
  const { values } = await readForm<typeof AnyForm>(c, AnyForm)
  const reply = await findReplyByName(c.var.db, values.reply ?? '')
  const typedText = values[field] ?? ''
  if (!reply) return { values, problems: { reply: 'replies.problem.unknown' } }
  const locale = LOCALES.find((one) => one === values.replyLocale) ?? c.var.locale
  const text = fillIn(reply.texts[locale], placeholderValues)
  return { values: { ...values, [field]: [typedText.trimEnd(), text].filter(Boolean).join('\n\n') } }
}

/**
 * The reply of this name; otherwise the only reply whose name contains it. views/scripts/desk-script.ts does
 * the same.
 */
async function findReplyByName(db: Db, name: string) {
  const searchText = name.trim().toLowerCase()
  const replies = await listReplies(db)
  const exactMatch = replies.find((one) => one.name.toLowerCase() === searchText)
  const partialMatches = searchText
    ? replies.filter((one) => one.name.toLowerCase().includes(searchText))
    : []
  return exactMatch ?? (partialMatches.length === 1 ? partialMatches[0] : undefined)
}
