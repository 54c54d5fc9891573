import { expect, test } from 'vitest'
import { plainText } from '#assembly/plain.ts'
import type { PartyPlace } from '#assembly/template/template.ts'
import { templateOf, treeOf } from '#tests/support/sample-documents.ts'

const litigation = (place: PartyPlace) => {
  const tree = treeOf('power-of-attorney', {
    fields: { 'scope-litigation': true },
    parties: [{ place, idNumber: '12345678' }],
  })
  return plainText(tree, 'zh')
}

test('a power of attorney from Hong Kong, Macao or Taiwan is attested there, a foreign one by apostille', () => {
  const hmt = litigation('hmt')
  for (const word of ['中国委托公证人', '中国法律服务（香港）有限公司', '海峡交流基金会'])
    expect(hmt).toContain(word)
  expect(hmt).not.toContain('附加证明书')
  expect(litigation('abroad')).toContain('附加证明书')
  expect(litigation('abroad')).not.toContain('委托公证人')
  expect(litigation('mainland')).not.toMatch(/委托公证人|附加证明书/)
})

test.each(['power-of-attorney', 'sole-shareholder-decision', 'shareholders-resolution'])(
  'the sender of %s reads how documents from each place are certified',
  (code) => {
    const { signingNote } = templateOf(code).template
    expect(signingNote?.zh_CN).toContain('中国法律服务（香港）有限公司')
    expect(signingNote?.zh_CN).not.toContain('境外股东')
  },
)
