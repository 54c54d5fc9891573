import type { PageName } from '../address.ts'
import { articleForm, blockForm } from './article.ts'
import { clauseForm } from './clause.ts'
import { dateForm } from './date.ts'
import { fieldForm } from './field.ts'
import { generalForm } from './general.ts'
import { partyForm } from './party.ts'
import { ruleForm } from './rule.ts'
import type { PartForm } from './values.ts'

export const FORMS: Record<PageName, PartForm> = {
  general: generalForm,
  party: partyForm,
  field: fieldForm,
  article: articleForm,
  block: blockForm,
  clause: clauseForm,
  rule: ruleForm,
  date: dateForm,
}
