import type { Answers, Party } from '#assembly/answers.ts'
import type { Clause, FieldValue, Template } from '#assembly/template/template.ts'

export type Values = Record<string, FieldValue>

const company = (party: Partial<Party>): Partial<Party> => ({ identity: 'company', ...party })

export const COMPANIES = {
  lotus: company({
    name: '莲花贸易（上海）有限公司',
    nameEn: 'Lotus Trading (Shanghai) Co., Ltd.',
    idNumber: '91310115MA1K4LTX2A',
    address: '上海市浦东新区世纪大道1568号12层',
    addressEn: '12/F, 1568 Century Avenue, Pudong New Area, Shanghai',
    phone: '+86 21 6100 2600',
    email: 'chen.lian@lotus.example',
    legalRepresentative: '陈莲',
    legalRepresentativeEn: 'Chen Lian',
    signerName: '陈莲',
    signerNameEn: 'Chen Lian',
    signerTitle: '法定代表人',
    signerTitleEn: 'Legal Representative',
  }),
  kestrel: company({
    place: 'abroad',
    name: '凯瑞机器人有限公司',
    nameEn: 'Kestrel Robotics Ltd',
    idNumber: 'GB 09182734',
    address: '18 Harbourside Way, Bristol BS1 5TX, United Kingdom',
    phone: '+44 117 496 0142',
    email: 'oliver.grant@kestrel.example',
    legalRepresentative: 'Oliver Grant',
    signerName: 'Oliver Grant',
    signerTitle: 'Director',
  }),
  qinghe: company({
    name: '清河信息技术（杭州）有限公司',
    nameEn: 'Qinghe Information Technology (Hangzhou) Co., Ltd.',
    idNumber: '91330106MA2H7QHX86',
    address: '杭州市西湖区文三路478号7层',
    addressEn: '7/F, 478 Wensan Road, Xihu District, Hangzhou',
    phone: '+86 571 8790 3300',
    email: 'he.ming@qinghe.example',
    legalRepresentative: '何铭',
    legalRepresentativeEn: 'He Ming',
    signerName: '何铭',
    signerNameEn: 'He Ming',
    signerTitle: '总经理',
    signerTitleEn: 'General Manager',
  }),
  weiss: {
    identity: 'individual',
    name: 'Hannah Weiss',
    nameEn: 'Hannah Weiss',
    idNumber: 'C01X0006H',
    address: 'Lindenstraße 14, 10969 Berlin, Germany',
    phone: '+49 30 5550 1420',
    email: 'hannah.weiss@weiss.example',
  },
} satisfies Record<string, Partial<Party>>

const hasArbitration = ({ id, alternatives = [] }: Clause) =>
  id === 'dispute-resolution' && alternatives.some((one) => one.id === 'cietac')

/**
 * Fills companies and values into the answers; throws for a value whose field the template does not have.
 */
export function fillIn(
  answers: Answers,
  template: Template,
  companies: (keyof typeof COMPANIES)[],
  values: Values,
): Answers {
  for (const id of Object.keys(values))
    if (!template.fields.some((field) => field.id === id))
      throw new Error(`${template.code} has no field ${id}`)
  const parties = answers.parties.map((party, index) => {
    const companyKey = companies[index]
    return companyKey ? { ...party, ...COMPANIES[companyKey] } : party
  })
  // Between parties of two countries, disputes go to arbitration; the editor would report a court.
  const arbitrates =
    parties.some(({ place }) => place === 'abroad') &&
    template.articles.some(({ clauses }) => clauses.some(hasArbitration))
  const clauses = {
    ...answers.clauses,
    ...(arbitrates && { 'dispute-resolution': { alternative: 'cietac' } }),
  }
  return { ...answers, clauses, parties, fields: { ...answers.fields, ...values } }
}
