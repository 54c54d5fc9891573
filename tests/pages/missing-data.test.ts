import { expect, test } from 'vitest'
import { LOCALES, translate } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()

test.each(LOCALES)(
  'a call for an unknown document says in %s that the data does not exist',
  async (locale) => {
    const { client } = context.cast.lin
    const at = (part: string) => `/mgmt/${newId()}/${part}?locale=${locale}`
    const t = translate(locale)
    for (const answer of [
      await client.get(at('view-doc'), { 'hx-request': 'true' }),
      await client.post(at('finalisation'), { version: '1' }, { 'hx-request': 'true' }),
      await client.post(at('finalisation'), { version: '1' }),
    ]) {
      const html = await answer.text()
      expect([answer.status, html.includes(t('common.error.NO_EXISTS'))]).toEqual([404, true])
      expect(html).not.toContain(t('common.notFound.title'))
    }
    const json = await client.post(at('finalisation'), { version: '1' }, { accept: 'application/json' })
    expect([json.status, (await json.json()).errorMsg]).toEqual([404, t('common.error.NO_EXISTS')])
  },
)

test('the address of missing data, opened in a browser, is a page that does not exist', async () => {
  const html = await (await context.cast.lin.client.get(`/mgmt/${newId()}/view-doc?locale=en_US`)).text()
  expect(html).toContain('Page not found')
  expect(html).not.toContain('Data does not exist')
})
