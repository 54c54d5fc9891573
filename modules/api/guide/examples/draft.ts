// Needs QISHU_URL, for instance https://qishu.example/api/v1, and QISHU_KEY.
import { writeFile } from 'node:fs/promises'

const { QISHU_URL, QISHU_KEY } = process.env

async function request(method: string, path: string, body?: object, headers = {}) {
  const answer = await fetch(QISHU_URL + path, {
    method,
    headers: { Authorization: `Bearer ${QISHU_KEY}`, 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  })
  if (answer.ok) return answer
  // Problem details (RFC 9457)
  const { code, detail, field } = await answer.json()
  throw new Error(`${code} ${field ?? ''}: ${detail}`)
}

// Find a template.
const { items } = await (await request('GET', '/templates?keyword=nda&lang=en_US')).json()

// Create a draft. A repeated request with the same Idempotency-Key creates no second one.
const languages = { primary: 'zh', bilingual: true }
const created = await request(
  'POST',
  '/documents',
  { template: items[0].code, languages },
  { 'Idempotency-Key': 'order-4711' },
)
const { id, version } = await created.json()

// Fill in parties and fields. `version` is the save that you have read.
await request('PATCH', `/documents/${id}`, {
  version,
  parties: { a: { name: '莲花贸易（上海）有限公司', nameEn: 'Lotus Trading (Shanghai) Co., Ltd.' } },
  fields: { project: { zh: '联合开发', en: 'joint development' } },
})

// The open points, and the draft as PDF.
const { points } = await (await request('GET', `/documents/${id}/check?lang=en_US`)).json()
for (const { place, message } of points) process.stdout.write(`${place}: ${message}\n`)
const pdf = await request('GET', `/documents/${id}/draft.pdf`)
await writeFile('draft.pdf', new Uint8Array(await pdf.arrayBuffer()))
