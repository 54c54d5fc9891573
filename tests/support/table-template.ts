import { readFileSync } from 'node:fs'
import type { Answers, LanguageChoice } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import type { TableRow, TableValue, Template } from '#assembly/template/template.ts'
import { deriveTraditional } from '#modules/templates/traditional.ts'

const documented = readFileSync('docs/template-format.md', 'utf8')
const [example = '', ...others] = [...documented.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml!)

/**
 * The table in the documentation, and the template in the documentation with this table below a clause of an
 * annex.
 */
export const goodsYaml = others.find((yaml) => yaml.includes('type: table')) ?? ''
const [field = '', annex = ''] = goodsYaml.split(/^(?=annexes:)/m)

export const tableYaml = `${example.replace('\narticles:', `\n${indented(field)}\narticles:`)}\n${annex}`

function indented(yaml: string): string {
  return yaml.replace(/^fields:.*\n/, '')
}

export function tableTemplate(yaml = tableYaml): Template {
  const parsed = parseTemplate(yaml, 'tables.yaml')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems, null, 1))
  return deriveTraditional(parsed.template)
}

export const BOTH_LANGUAGES: LanguageChoice = { primary: 'zh', bilingual: true, script: 'Hans' }

export const goodsRow = (id: string, cells: TableRow['cells'] = {}): TableRow => ({
  id,
  cells: {
    name: { zh: `伺服电机${id}`, en: `Servo motor ${id}` },
    model: 'SM-400',
    quantity: 3,
    price: 120_050,
    delivery: '2026-12-01',
    ...cells,
  },
})

/** Complete answers to the documented template with these rows. */
export function tableAnswers(
  rows: TableRow[],
  languages = BOTH_LANGUAGES,
  template = tableTemplate(),
): Answers {
  const answers = blankAnswers(template, languages)
  const goods: TableValue = { rows, currency: 'CNY' }
  return { ...answers, fields: { ...answers.fields, subject: '选址', forum: 'court', goods } }
}
