import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { dropClause, fillField, setParty, writeCustom } from '#assembly/edit.ts'
import { openProblems } from '#assembly/open-points/open.ts'
import { plainText } from '#assembly/plain.ts'
import { arbitrarySource } from '#tests/support/arbitrary-template.ts'
import { runs } from '#tests/support/runs.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

describe('open points', () => {
  it('name only known problems, and each required field once', () => {
    fc.assert(
      fc.property(arbitrarySource(), (source) => {
        const { open } = assemble(source)
        for (const { problem } of open) if (problem) expect(openProblems).toContain(problem)
        const fields = open.filter(({ at, field }) => at === field).map(({ at }) => at)
        expect(new Set(fields).size).toBe(fields.length)
      }),
      runs(100),
    )
  })

  it('are in document order: parties, then the blanks in reading order', () => {
    const { template } = sampleSource()
    const answers = blankAnswers(template, { primary: 'zh', bilingual: true, script: 'Hans' })
    const { open } = assemble({ name: '', number: '', template, answers })
    expect(open.map(({ at }) => at)).toEqual([
      'party:a.name',
      'party:a.signerName',
      'party:a.email',
      'party:b.name',
      'party:b.signerName',
      'party:b.email',
      'subject',
      'start',
      'end',
      'fee',
      'forum',
    ])
  })

  it('do not ask for a field whose clause is dropped', () => {
    const source = sampleSource()
    expect(assemble(source).open).toEqual([{ kind: 'required', at: 'end', field: 'end', clause: 'term' }])
    source.answers = dropClause(source.answers, source.template, 'term')
    expect(assemble(source).open).toEqual([])
  })

  it('include the missing language of a text', () => {
    const source = sampleSource()
    source.answers = fillField(source.answers, source.template, 'subject', { zh: '网站建设', en: '' })
    expect(assemble(source).open[0]).toEqual({
      kind: 'required',
      problem: 'englishMissing',
      at: 'subject',
      field: 'subject',
      clause: 'background',
    })
    source.answers.languages.bilingual = false
    expect(assemble(source).open.map(({ at }) => at)).toEqual(['end'])
  })

  it('report values out of bounds with the bound, and invalid dates', () => {
    const source = sampleSource()
    source.answers.fields['late-rate'] = 5
    source.answers.fields.end = '2026-02-30'
    expect(assemble(source).open).toEqual([
      { kind: 'invalid', at: 'end', field: 'end', clause: 'term', problem: 'noSuchDay' },
      {
        kind: 'invalid',
        at: 'late-rate',
        field: 'late-rate',
        clause: 'late-payment',
        problem: 'tooLarge',
        detail: { zh: '0.1', en: '0.1' },
      },
    ])
  })

  it('require one way to reach each party, and a plausible email address', () => {
    const source = sampleSource()
    const without = setParty(source.answers, source.template, 'b', { email: '' })
    expect(assemble({ ...source, answers: without }).open[0]).toMatchObject({ problem: 'contactMissing' })
    const phoned = setParty(without, source.template, 'b', { phone: '13800000000' })
    expect(assemble({ ...source, answers: phoned }).open[0]?.at).toBe('end')
    const mistyped = setParty(source.answers, source.template, 'b', { email: 'contracts@harbour' })
    expect(assemble({ ...source, answers: mistyped }).open[0]).toMatchObject({ problem: 'formatInvalid' })
  })

  it('keep a name or an address that is too long, and require that it be shortened', () => {
    const source = sampleSource()
    const longDetails = { name: '莲'.repeat(201), addressEn: 'x'.repeat(300), signerTitleEn: 'x'.repeat(101) }
    const { open } = assemble({
      ...source,
      answers: setParty(source.answers, source.template, 'a', longDetails),
    })
    const problems = open.flatMap(({ at, problem, detail }) => (problem ? [[at, problem, detail?.zh]] : []))
    expect(problems).toEqual([
      ['party:a.name', 'tooLong', '200'],
      ['party:a.signerTitleEn', 'tooLong', '100'],
    ])
  })

  it('include stale texts and differing numbers only while the document is bilingual', () => {
    const source = sampleSource()
    const text = '未经{party:a}同意，{party:b}不得转包，并应在60日内告知。'
    source.answers = writeCustom(source.answers, source.template, 'subcontracting', 'zh', text)
    const clauseId = 'subcontracting'
    const points = assemble(source).open.filter((point) => point.at === clauseId)
    expect(points[0]).toEqual({ kind: 'stale', at: clauseId, clause: clauseId })
    const detail = { zh: '60日', en: '30 days' }
    expect(points.find(({ check }) => check === 'numbers')).toMatchObject({
      kind: 'mismatch',
      clause: clauseId,
      detail,
    })
    expect(points.map(({ check }) => check)).toContain('writing')
    source.answers.languages.bilingual = false
    expect(assemble(source).open.filter((point) => point.at === clauseId)).toEqual([])
  })

  it('include unknown marks and empty custom texts instead of failing', () => {
    const source = sampleSource()
    source.answers = writeCustom(source.answers, source.template, 'effect', 'zh', '自{生效日}起生效{')
    source.answers = writeCustom(source.answers, source.template, 'effect', 'en', ' ')
    const problems = assemble(source).open.flatMap(({ problem, detail }) =>
      problem ? [[problem, detail]] : [],
    )
    expect(problems).toEqual([
      ['textEmpty', undefined],
      ['unknownMark', { zh: '{生效日} {', en: '' }],
    ])
  })

  it('keep a text that is too long, and require that it be shortened', () => {
    const source = sampleSource()
    const longText = '豫'.repeat(20_001)
    source.answers = writeCustom(source.answers, source.template, 'effect', 'zh', longText)
    source.answers.fields.subject = { zh: longText, en: 'x'.repeat(20_000) }
    source.template.fields.find(({ id }) => id === 'subject')!.max = undefined
    const tree = assemble(source)
    const detail = { zh: '20,000', en: '20,000' }
    expect(tree.open.filter(({ problem }) => problem === 'tooLong')).toEqual([
      expect.objectContaining({ kind: 'invalid', at: 'subject', detail }),
      { kind: 'invalid', problem: 'tooLong', at: 'effect', clause: 'effect', detail },
    ])
    expect(plainText(tree, 'zh').match(/豫/g)).toHaveLength(4 * 20_001)
  })
})
