import type { Answers, LanguageChoice, Party, Side } from '#assembly/answers.ts'
import { addClause, writeCustom } from '#assembly/edit.ts'
import { isTextField } from '#assembly/fields.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { isTable } from '#assembly/tables/table.ts'
import type { FieldValue, PersonalDataKind, Template } from '#assembly/template/template.ts'
import { opposite } from '#assembly/twins.ts'
import { holdingOf } from '#modules/documents/translation/holding.ts'
import { shippedNotes } from '#modules/templates/library/shipped.ts'
import type { Seeded } from './seeded.ts'

const FAMILIES = [
  '欧阳 Ouyang',
  '慕容 Murong',
  '尉迟 Yuchi',
  '夏侯 Xiahou',
  '令狐 Linghu',
  '皇甫 Huangfu',
] as const
const GIVEN_NAMES = [
  '楚瑜 Chuyu',
  '婉清 Wanqing',
  '鹤年 Henian',
  '思齐 Siqi',
  '墨白 Mobai',
  '玉琳 Yulin',
] as const
const FIRMS = ['鲲鹏 Kunpeng', '曜石 Yaoshi', '青禾 Qinghe', '北辰 Beichen', '澜沧 Lancang'] as const
const TRADES = [
  '精密机械 Precision Machinery',
  '生物科技 Biotech',
  '国际物流 Logistics',
  '新材料 Materials',
] as const
const STREETS = ['鹭江道 Lujiang Road', '湖墅南路 Hushu South Road', '天目山路 Tianmushan Road'] as const
const CITIES = ['厦门市思明区 Siming, Xiamen', '杭州市拱墅区 Gongshu, Hangzhou'] as const

/** Splits "欧阳 Ouyang" by language. */
function twin(text: string): Record<Side, string> {
  const spaceIndex = text.indexOf(' ')
  return { zh: text.slice(0, spaceIndex), en: text.slice(spaceIndex + 1) }
}

const figures = ({ below }: Seeded, count: number) =>
  Array.from({ length: count }, (_, n) => below(n ? 10 : 9) + (n ? 0 : 1)).join('')

interface Person {
  name: Record<Side, string>
  number: string
  phone: string
  landline: string
  email: string
  account: string
  address: Record<Side, string>
}

function drawPerson(dice: Seeded): Person {
  const [family, given] = [twin(dice.pick(FAMILIES)), twin(dice.pick(GIVEN_NAMES))]
  const [city, street] = [twin(dice.pick(CITIES)), twin(dice.pick(STREETS))]
  const house = 100 + dice.below(900)
  const room = 1001 + dice.below(8000)
  return {
    name: { zh: family.zh + given.zh, en: `${given.en} ${family.en}` },
    number: dice.pick([`3502031985${figures(dice, 7)}X`, `E${figures(dice, 8)}`, `G${figures(dice, 8)}`]),
    phone: `13${figures(dice, 9)}`,
    landline: `0592-${figures(dice, 7)}`,
    email: `${given.en.toLowerCase()}.${figures(dice, 4)}@${family.en.toLowerCase()}.example`,
    account: `6225${figures(dice, 15)}`,
    address: {
      zh: `${city.zh}${street.zh}${house}号${room}室`,
      en: `Room ${room}, ${house} ${street.en}, ${city.en}`,
    },
  }
}

function drawParty(
  dice: Seeded,
  party: Party,
  side: Side,
): { party: Party; persons: Person[]; secrets: string[] } {
  const [contact, head] = [drawPerson(dice), drawPerson(dice)]
  const [firm, trade] = [twin(dice.pick(FIRMS)), twin(dice.pick(TRADES))]
  const isPerson = party.identity === 'individual'
  const name = isPerson
    ? contact.name
    : { zh: `${firm.zh}${trade.zh}（厦门）有限公司`, en: `${firm.en} ${trade.en} (Xiamen) Co., Ltd.` }
  // The primary language always has the text, the other one only sometimes.
  const orNot = (text: string) => (side === 'en' ? text : dice.pick([text, '']))
  const filled: Party = {
    ...party,
    name: name.zh,
    nameEn: orNot(name.en),
    idNumber: isPerson ? contact.number : `91350203MA2${figures(dice, 6)}X`,
    address: contact.address.zh,
    addressEn: orNot(contact.address.en),
    phone: dice.pick([contact.phone, contact.landline]),
    email: contact.email,
    bank: `招商银行厦门分行 ${contact.account}`,
    bankEn: orNot(`CMB Xiamen ${contact.account}`),
    ...(!isPerson && {
      legalRepresentative: head.name.zh,
      legalRepresentativeEn: head.name.en,
      signerName: contact.name.zh,
      signerNameEn: contact.name.en,
      signerTitle: '总经理',
      signerTitleEn: orNot('General Manager'),
    }),
  }
  const parties = Object.entries(filled)
    .filter(
      ([key, value]) =>
        typeof value === 'string' && !/^(?:key|identity|place|signerTitle|vote|share)/.test(key),
    )
    .map(([, value]) => String(value))
  const numbers = [contact, head].flatMap((one) => [
    one.number,
    one.phone,
    one.landline,
    one.email,
    one.account,
  ])
  return { party: filled, persons: isPerson ? [contact] : [contact, head], secrets: [...parties, ...numbers] }
}

const grouped = (number: string, by: string) => number.replaceAll(/(.{4})(?=.)/g, `$1${by}`)
const fullWidth = (text: string) =>
  text.replaceAll(/[\dA-Z]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))

/** A sentence as a person might write it, with personal details in one of their usual spellings. */
function drawSentence(dice: Seeded, side: Side, parties: Party[], persons: Person[]): string {
  const { name, number, phone, landline, email, account, address } = dice.pick(persons)
  const party = dice.pick(parties)
  const spelt = dice.pick([account, grouped(account, ' '), grouped(account, '-'), fullWidth(account)])
  const mobile = dice.pick([
    phone,
    `+86 ${phone}`,
    `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`,
  ])
  const days = 2 + dice.below(28)
  if (side === 'zh')
    return dice.pick([
      `款项应于${days}日内汇入户名${party.name}、账号${spelt}的账户，逾期不予受理。`,
      `本合同由${name.zh}（身份证号${number}）负责履行，电话${mobile}，邮箱${email}，有变动的另行通知。`,
      `文件寄至${address.zh}，收件人${name.zh}，座机${landline}转8012。`,
      `${party.name}的证照号码为${dice.pick([party.idNumber, party.idNumber.toLowerCase(), fullWidth(party.idNumber)])}，{party:a}应当核对。`,
      `货物交给${party.name}指定的${party.signerName || party.name}，地点为${party.address}。`,
    ])
  return dice.pick([
    `The price shall be paid within ${days} days to account ${spelt} of ${party.nameEn || party.name} without deduction.`,
    `This contract is managed by ${name.en} (ID ${number}), telephone ${mobile}, email ${email.toUpperCase()}.`,
    `Documents are sent to ${address.en}, for the attention of ${name.en}, telephone ${landline} ext. 8012.`,
    `The registration number of ${(party.nameEn || party.name).toUpperCase()} is ${party.idNumber}, which {party:a} shall verify.`,
    `Goods are handed to ${party.signerNameEn || party.nameEn || party.name} at ${party.addressEn || party.address} against receipt.`,
  ])
}

/**
 * Answers with invented parties and personal details in all blanks, clauses and free texts that can contain
 * them. `secrets` are all texts that identify a person.
 */
export function personalContract(dice: Seeded, template: Template) {
  const languages: LanguageChoice = {
    primary: dice.pick(['zh', 'zh', 'en']),
    bilingual: true,
    script: dice.pick(['Hans', 'Hans', 'Hant']),
  }
  const side = languages.primary
  const sample = sampleAnswers(template, shippedNotes(template.code), languages, { all: true })
  const drawnParties = sample.parties.map((party) => drawParty(dice, party, side))
  const parties = drawnParties.map(({ party }) => party)
  const persons = drawnParties.flatMap((one) => one.persons)
  const otherPersons = Array.from({ length: 3 }, () => drawPerson(dice))
  const one = (text: string) => ({ [side]: text, [opposite(side)]: '' }) as Record<Side, string>
  const namedPersons = new Set<Person>()
  const heldText = (holds: PersonalDataKind) => {
    const one = dice.pick(otherPersons)
    const { name, number, phone, email, account, address } = one
    if (holds === 'address') return address[side]
    if (holds === 'identifier') return number
    namedPersons.add(one)
    return `${name[side]}，${number}，${phone}，${email}，${account}，${address[side]}`
  }
  const text = (holds?: PersonalDataKind) =>
    one(holds ? heldText(holds) : drawSentence(dice, side, parties, persons))
  const fields = Object.fromEntries(
    template.fields.flatMap((field): [string, FieldValue][] => {
      const value = sample.fields[field.id]
      if (isTextField(field)) return [[field.id, text(holdingOf(template, field))]]
      if (!isTable(value)) return value === undefined ? [] : [[field.id, value]]
      const rows = value.rows.map((row) => {
        const columns = field.columns?.filter(({ type }) => type === 'text') ?? []
        const cells = columns.map((column) => [column.id, text(holdingOf(template, field, column))])
        return { ...row, cells: { ...row.cells, ...Object.fromEntries(cells) } }
      })
      return [[field.id, { ...value, rows }]]
    }),
  )
  let answers: Answers = { ...sample, parties, fields }
  const article = template.articles[0]!.id
  const clauses = Array.from({ length: 3 }, (_, n) => `own-${n}`)
  for (const [n, id] of clauses.entries()) {
    answers = addClause(answers, template, { id, article, after: clauses[n - 1] ?? null })
    answers = writeCustom(
      answers,
      template,
      id,
      side,
      drawSentence(dice, side, parties, [...persons, ...namedPersons]),
    )
  }
  const secrets = [
    ...drawnParties.flatMap((one) => one.secrets),
    ...otherPersons.flatMap(({ number, phone, email, account }) => [number, phone, email, account]),
    ...[...namedPersons].flatMap(({ name, address }) => [name[side], address[side]]),
  ]
  return { answers, clauses, languages, secrets: [...new Set(secrets.filter(Boolean))] }
}
