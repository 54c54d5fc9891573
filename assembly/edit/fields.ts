import type { Answers } from '../answers.ts'
import type { FieldValue, Template } from '../template/template.ts'

export function fillField(answers: Answers, template: Template, id: string, value: FieldValue): Answers {
  if (!template.fields.some((field) => field.id === id)) return answers
  return { ...answers, fields: { ...answers.fields, [id]: value } }
}

export function clearField(answers: Answers, _template: Template, id: string): Answers {
  const { [id]: _, ...fields } = answers.fields
  return { ...answers, fields }
}
