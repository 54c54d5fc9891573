import type { Sides } from '../tree.ts'
import { type Finding, listed } from './finding.ts'

/**
 * Titles of statutes as cited, without 中华人民共和国, each with an English pattern that matches no other statute.
 */
const titles: [zh: string, en: RegExp][] = (
  [
    ['民法典', 'Civil Code'],
    ['公司法', 'Company Law'],
    ['劳动法', '(?<!Basic )Labou?r Law'],
    ['劳动合同法', 'Labou?r Contract Law'],
    [
      '劳动合同法实施条例',
      'Regulations (?:for|on) the Implementation of the Labou?r Contract Law|Implementing Regulations',
    ],
    [
      '劳动争议调解仲裁法',
      'Labou?r[- ]Dispute Mediation and Arbitration Law|Labou?r Disputes? (?:Mediation|Law)|Law on (?:the )?Mediation and Arbitration of Labou?r Disputes',
    ],
    ['社会保险法', 'Social Insurance Law'],
    ['电子签名法', 'Electronic Signatures? Law'],
    ['个人信息保护法', 'Personal Information Protection Law'],
    ['数据安全法', 'Data Security Law'],
    ['网络安全法', 'Cyber-?security Law'],
    ['反不正当竞争法', 'Anti-Unfair Competition Law'],
    ['反垄断法', 'Anti-?[Mm]onopoly Law'],
    ['著作权法', 'Copyright Law'],
    ['专利法', 'Patent Law'],
    ['商标法', 'Trade-? ?[Mm]ark Law'],
    ['民事诉讼法', 'Civil Procedure Law'],
    ['仲裁法', '(?<!Mediation and )Arbitration Law'],
    ['产品质量法', 'Product Quality Law'],
    ['消费者权益保护法', 'Consumer (?:Rights )?Protection Law|Protection of Consumer Rights'],
    ['企业破产法', '(?:Enterprise )?Bankruptcy Law'],
    ['外商投资法', 'Foreign Investment Law'],
    ['招标投标法', '(?:Tendering and Bidding|Bidding|Tender(?:ing)?) Law'],
    ['建筑法', 'Construction Law'],
    ['城市房地产管理法', 'Urban Real Estate'],
    ['土地管理法', 'Land Administration Law'],
    ['税收征收管理法', 'Tax (?:Collection|Administration)'],
    ['增值税法', 'Value-Added Tax Law|VAT Law'],
    ['保险法', '(?<!Social )Insurance Law'],
    ['证券法', 'Securities Law'],
    ['合伙企业法', 'Partnership(?: Enterprise)? Law'],
    ['住房公积金管理条例', 'Housing Provident Fund'],
  ] as const
).map(([zh, en]) => [zh, new RegExp(en)])
const titlePatterns = new Map(titles)

const anyStatute =
  /\b(?:Law|Laws|Code|Act|Regulations?|Provisions|Measures|Interpretations?|Rules|Notice|Opinions|Guidelines|Conventions?|Opinion|Decision|Terms|Incoterms)\b/
const zhStatute = /《([^《》]{2,60})》/g

/** Reports statutes that only one side cites. */
export function compareStatutes({ zh, en }: Sides<string>): Finding[] {
  const citedTitles = new Map<string, string>()
  for (const [source, title] of zh.matchAll(zhStatute))
    citedTitles.set(title!.replace(/^中华人民共和国|（[^（）]*）$/g, ''), source)
  const unmatched = { zh: [] as string[], en: [] as string[] }
  for (const [title, source] of citedTitles) {
    const english = titlePatterns.get(title)
    if (english ? !english.test(en) : isStatute(title) && !anyStatute.test(en)) unmatched.zh.push(source)
  }
  for (const [title, english] of titlePatterns) {
    const match = !citedTitles.has(title) && english.exec(en)
    if (match && !zh.includes(title)) unmatched.en.push(match[0])
  }
  if (!unmatched.zh.length && !unmatched.en.length) return []
  return [
    {
      check: 'statutes',
      grade: 'different',
      detail: { zh: listed(unmatched.zh, 'zh'), en: listed(unmatched.en, 'en') },
    },
  ]
}

const isStatute = (title: string) => /(?:法|法典|条例|规定|办法|解释|准则|公约)$/.test(title)
