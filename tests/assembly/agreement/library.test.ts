import { describe, expect, it } from 'vitest'
import { compareSides } from '#assembly/agreement/compare-sides.ts'
import { bothRuns, twinsOf } from '#assembly/proving/twins.ts'
import { traditionalText } from '#modules/templates/traditional.ts'
import { libraryTemplates } from '#tests/support/library-twins.ts'

const library = libraryTemplates()

describe.each(library)('the template $code', (template) => {
  it.each([
    ['simplified', ({ zh }: { zh: string }) => zh],
    ['traditional', ({ zh, hant }: { zh: string; hant?: string }) => hant ?? traditionalText(zh)],
  ])('says the same in %s Chinese and in English, in all wordings', (_, chinese) => {
    const twins = twinsOf(template)
    expect(twins.length).toBeGreaterThan(10)
    const findings = twins.flatMap(({ id, text }) =>
      compareSides(bothRuns({ zh: chinese(text), en: text.en })).map((finding) => ({ id, ...finding })),
    )
    expect(findings).toEqual([])
  })
})
