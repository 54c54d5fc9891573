import { afterEach, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { writeCustom } from '#assembly/edit.ts'
import type { Template } from '#assembly/template/template.ts'
import { adoptNewer } from '#modules/documents/adoption/adoption.ts'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument, moveTo } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { findVersion } from '#modules/documents/versions/find-version.ts'
import { restoreVersion } from '#modules/documents/versions/restore.ts'
import { listVersions } from '#modules/review/reading/comparison.ts'
import { putShippedInForce } from '#modules/templates/library.ts'
import { MINUTE, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { clauseIn, publishNext } from '#tests/support/newer-template.ts'

const context = setUpCast()
const pass = setUpClock()
afterEach(() => putShippedInForce())

const CODE = 'mutual-nda'
const lin = () => context.cast.lin.viewer
const client = () => context.cast.lin.client
const find = (id: string) => findDocument(context.db, lin(), id)
const textOf = async (url: string) => (await client().get(`${url}?locale=en_US`)).text()
const fields = async (id: string, to: number) => ({
  version: String((await find(id)).version),
  template: String(to),
})

/** A filled draft with custom text in the clause that the next version removes. */
async function draft() {
  const { id } = await filledDraft(context.db, lin())
  const { answers, template, version } = await find(id)
  let changedAnswers = writeCustom(answers, template, GONE, 'zh', '我们自己的话。')
  changedAnswers = writeCustom(changedAnswers, template, GONE, 'en', 'Words of our own.')
  await saveAnswers(context.db, lin(), id, { version, answers: changedAnswers })
  return { id, version: template.version }
}

const GONE = 'reverse-engineering'
const amend = (template: Template) => {
  for (const { clauses } of template.articles) {
    const index = clauses.findIndex(({ id }) => id === GONE)
    if (index >= 0) clauses.splice(index, 1)
  }
  template.title = { zh: '双方保密协议（新版）', en: 'Mutual NDA, amended' }
}

async function adoptVersion(id: string, version: number) {
  await adoptNewer(context.db, lin(), { id, to: version, since: (await find(id)).version })
}

const versionsOf = (id: string) =>
  context.db
    .selectFrom('documents.version')
    .select(['number', 'cause'])
    .where('document_id', '=', id)
    .orderBy('number')
    .execute()

describe('a draft whose template has a newer version', () => {
  test('shows a notice and the changes, and adopts the version by a plain form', async () => {
    const { id, version } = await draft()
    expect(await textOf(`/mgmt/${id}/view-doc`)).not.toContain('/adoption')
    expect((await client().get(`/mgmt/${id}/adoption`)).headers.get('location')).toBe(`/mgmt/${id}/view-doc`)
    const newVersion = publishNext(CODE, amend).version
    for (const page of ['view-doc', 'edit-doc'])
      expect(await textOf(`/mgmt/${id}/${page}`)).toContain(`/mgmt/${id}/adoption`)
    const shownPage = await textOf(`/mgmt/${id}/adoption`)
    for (const words of [
      `Move to version ${newVersion}`,
      'no longer has the',
      'Words of our own.',
      'amended</ins>',
    ])
      expect(shownPage).toContain(words)
    expect((await find(id)).template.version).toBe(version)
    const response = await client().post(`/mgmt/${id}/adoption`, await fields(id, newVersion))
    expect([response.status, response.headers.get('location')]).toEqual([303, `/mgmt/${id}/adoption`])
    const { template, answers } = await find(id)
    expect(template).toMatchObject({ version: newVersion, title: { en: 'Mutual NDA, amended' } })
    expect(answers.clauses[`added-${GONE}`]?.custom).toEqual({
      zh: '我们自己的话。',
      en: 'Words of our own.',
    })
    expect(await textOf(`/mgmt/${id}/view-doc`)).not.toContain('/adoption')
    expect(await textOf(`/mgmt/${id}/adoption`)).toMatch(
      /uses version \d+ of the template[\s\S]*Words of our own/,
    )
    const actions = await listActions(context.db, id)
    expect(findBrokenLink(actions)).toBeNull()
    expect(actions.at(-1)).toMatchObject({
      action: 'adopt-template',
      details: { before: version, after: newVersion },
    })
    expect((await versionsOf(id)).map(({ cause }) => cause).slice(-2)).toEqual(['edit', 'adopt'])
  })

  test('can return to an earlier version with its template, and adopt the newer one again', async () => {
    const { id, version } = await draft()
    const newVersion = publishNext(CODE, amend).version
    const previousState = await find(id)
    await adoptVersion(id, newVersion)
    const number = (await versionsOf(id)).at(-2)!.number
    const path = `/mgmt/${id}/versions/${number}`
    expect((await findVersion(context.db, await find(id), String(number))).template.version).toBe(version)
    expect(await textOf(path)).not.toContain('Mutual NDA, amended')
    expect(await textOf(`${path}/restoration`)).toContain(`version ${version} of the template`)
    const restore = async (one: number) =>
      restoreVersion(context.db, lin(), { id, number: String(one), since: (await find(id)).version })
    await restore(number)
    const back = await find(id)
    expect([back.template, back.answers]).toEqual([previousState.template, previousState.answers])
    await restore(number + 1)
    expect((await find(id)).template.version).toBe(newVersion)
    expect((await findVersion(context.db, await find(id), String(number))).template.version).toBe(version)
    expect((await findVersion(context.db, await find(id), String(number + 2))).template.version).toBe(version)
    expect((await findVersion(context.db, await find(id), String(number + 1))).template.version).toBe(
      newVersion,
    )
  })

  test('is adopted once by two concurrent requests; a save or a newer version in the meantime refuses the adoption', async () => {
    const { id } = await draft()
    const newVersion = publishNext(CODE, amend).version
    const form = await fields(id, newVersion)
    const results = await Promise.all([1, 2].map(() => client().post(`/mgmt/${id}/adoption`, form)))
    expect(results.map(({ status }) => status)).toEqual([303, 303])
    expect((await versionsOf(id)).filter(({ cause }) => cause === 'adopt')).toHaveLength(1)
    const nextVersion = publishNext(CODE, amend).version
    const old = await client().post(`/mgmt/${id}/adoption`, {
      ...(await fields(id, nextVersion)),
      version: form.version,
    })
    expect([old.status, await old.text()]).toEqual([
      409,
      expect.stringContaining('has been changed elsewhere'),
    ])
    const unknown = await client().post(`/mgmt/${id}/adoption`, await fields(id, nextVersion + 1))
    expect([unknown.status, await unknown.text()]).toEqual([
      409,
      expect.stringContaining(`Move to version ${nextVersion}`),
    ])
    expect((await find(id)).template.version).toBe(newVersion)
  })

  test('is compared with a round of review in the template version that its reviewers saw', async () => {
    const { id, version } = await draft()
    const { name, number, answers, team_id } = await find(id)
    const sender = { starter_id: lin().id, starter_name: lin().name, starter_team: lin().teamName }
    await context.db
      .insertInto('review.round')
      .values({
        id: newId(),
        document_id: id,
        team_id,
        number: 1,
        ...sender,
        note: '',
        state: 'lapsed',
        document_name: name,
        document_number: number,
        answers: JSON.stringify(answers),
        started_at: now(),
        due_at: now(),
        ended_at: now(),
      })
      .execute()
    pass(MINUTE)
    const newVersion = publishNext(CODE, amend).version
    await adoptVersion(id, newVersion)
    const versions = await listVersions(context.db, await find(id))
    expect(versions.map((one) => one.template?.version)).toEqual([undefined, version, undefined])
    const page = await textOf(`/mgmt/${id}/comparison`)
    expect(page).toMatch(/amended<\/ins>/)
  })

  test('rejects another tab’s save for the previous template version, and keeps its answers', async () => {
    const { id } = await draft()
    const { version, answers } = await find(id)
    await adoptVersion(id, publishNext(CODE, amend).version)
    const currentDocument = await find(id)
    const response = await client().put(`/mgmt/${id}/answers`, { version, answers })
    expect([response.status, await response.json()]).toMatchObject([409, { errorCode: 'TEMPLATE_UPDATED' }])
    expect((await find(id)).answers).toEqual(currentDocument.answers)
  })

  test('has no notice and no adoption if the template is retired, if it is no longer a draft, and for readers', async () => {
    const { id } = await draft()
    const newVersion = publishNext(CODE, amend, { retired: true }).version
    expect(await textOf(`/mgmt/${id}/view-doc`)).not.toContain('/adoption')
    await expect(adoptVersion(id, newVersion)).rejects.toMatchObject({ code: 'TEMPLATE_UPDATED' })
    putShippedInForce()
    publishNext(CODE, amend)
    const reader = { ...lin(), permissions: lin().permissions.filter((one) => one !== 'document.create') }
    const { version } = await find(id)
    await expect(
      adoptNewer(context.db, reader, { id, to: newVersion, since: version }),
    ).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
    })
    const form = await fields(id, newVersion)
    await context.db.transaction().execute((trx) => moveTo(trx, id, 'in_review'))
    expect((await client().post(`/mgmt/${id}/adoption`, form)).status).toBe(409)
    expect((await client().get(`/mgmt/${id}/adoption`)).status).toBe(409)
    expect(await textOf(`/mgmt/${id}/view-doc`)).not.toContain('/adoption')
    const otherId = (await filledDraft(context.db, lin())).id
    await finaliseDocument(context.db, lin(), otherId, (await find(otherId)).version)
    expect((await client().post(`/mgmt/${otherId}/adoption`, form)).status).toBe(409)
    expect((await context.cast.hannah.client.get(`/mgmt/${id}/adoption`)).status).toBe(404)
    expect((await newClient(context.db).post(`/mgmt/${id}/adoption`, form)).status).toBe(303)
    expect((await find(id)).template.version).toBeLessThan(newVersion)
    expect(clauseIn((await find(id)).template, GONE).id).toBe(GONE)
  })
})
