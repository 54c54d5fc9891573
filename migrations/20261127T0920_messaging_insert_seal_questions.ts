import { type Kysely, sql } from 'kysely'

/** Question and answer in Simplified Chinese, Traditional Chinese and English, in their order. */
const FAQS = [
  [
    [
      '可以在合同上盖公章吗？',
      '可以加盖印章图样。管理员在“账户信息”的“印章图样”中按公司登记名称绘制，或上传公章、合同专用章、法定代表人章的图片；发起签署时选用，签署人签署时印在签名旁。对方签署人也可以添加本公司的图样。',
    ],
    [
      '可以在合約上蓋公司章（公章）嗎？',
      '可以加蓋印章圖樣。管理員在「帳戶資訊」的「印章圖樣」中依公司登記名稱繪製，或上傳公司章、合約專用章、法定代表人章的圖片；發起簽署時選用，簽署人簽署時印在簽名旁。對方簽署人也可以新增本公司的圖樣。',
    ],
    [
      'Can a contract bear our company seal (公章)?',
      'It can bear a picture of it. Under Account Info, Seal pictures, an administrator draws company, contract or legal representative’s seals from the registered name or uploads pictures of them. You choose one when you send a document; it is printed beside the signature when the signatory signs. The other side can add a picture of its own seal.',
    ],
  ],
  [
    [
      '印章图样有法律效力吗？',
      '图样本身没有法律效力，产生约束力的是签署人的电子签名。它不是经备案的实物印章，也不是《电子印章管理办法》（国办发〔2025〕33号）所称的电子印章。需要电子印章的，请通过有相应资质的服务机构办理。',
    ],
    [
      '印章圖樣有法律效力嗎？',
      '圖樣本身沒有法律效力，產生拘束力的是簽署人的電子簽章。它不是登記的實體印鑑，也不是大陸《電子印章管理辦法》（國辦發〔2025〕33號）所稱的電子印章。需要電子印章時，請透過有相應資格的服務機構辦理。',
    ],
    [
      'Does the picture of a seal (印章) have legal force?',
      'Not by itself: what binds is the electronic signature of the signatory. It is neither a registered physical seal nor an electronic seal in the sense of the Chinese measures of 2025 (国办发〔2025〕33号). Where one is required, please turn to a licensed provider.',
    ],
  ],
  [
    [
      '能盖骑缝章吗？',
      '可以。发起签署前，在签署设置的“更改盖章设置”中勾选骑缝章，各方的图样会分布在每一页的右边缘；文件较长时，每枚图样最多跨 20 页。已在别处签署过的 PDF 不能再加骑缝章，否则原有签名会显示为已被更改。',
    ],
    [
      '能蓋騎縫章嗎？',
      '可以。發起簽署前，在簽署設定的「變更用印設定」中勾選騎縫章，各方的圖樣會分布在每一頁的右邊緣；文件較長時，每枚圖樣最多跨 20 頁。已在別處簽署過的 PDF 不能再加騎縫章，否則原有簽章會顯示為已被變更。',
    ],
    [
      'Can seals be set across the pages (骑缝章)?',
      'Yes. Before you send a document, tick the cross-page seal under “Change seals” in the signature setting. Each party’s seal then spreads over the right edges of all pages, over twenty pages at most in a long document. A PDF that was signed elsewhere takes none, because its signatures would count as changed.',
    ],
  ],
] as const

/** Behind the fifteen questions of before and in front of any that staff added. */
const POSITIONS = ['aEG', 'aEV', 'aEk']

/** Questions about seals. The page shows the first fifteen; its search finds them all. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  const textOf = ([question, answer]: readonly [string, string]) => ({ question, answer })
  const rows = FAQS.map(([simplified, traditional, english], index) => ({
    id: sql`gen_random_uuid()`,
    position: POSITIONS[index],
    texts: JSON.stringify({
      zh_CN: textOf(simplified),
      zh_TW: textOf(traditional),
      en_US: textOf(english),
    }),
    updated_at: sql`now()`,
  }))
  await db.insertInto('messaging.faq').values(rows).execute()
}
