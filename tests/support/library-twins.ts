import type { Template } from '#assembly/template/template.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'

/** Every template of the library. */
export const libraryTemplates = (): Template[] =>
  templateFiles().flatMap((file) => {
    const result = readTemplate(file)
    return 'template' in result ? [result.template] : []
  })
