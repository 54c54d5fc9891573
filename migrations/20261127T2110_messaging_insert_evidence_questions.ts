import { type Kysely, sql } from 'kysely'

/** Question and answer in Simplified Chinese, Traditional Chinese and English, in their order. */
const FAQS = [
  [
    [
      '发生争议时，可以向法院提交什么？',
      '签署完成后可下载证据包（zip 文件），内含已签署的 PDF、签署存证报告、操作日志、数字证书、吊销列表、时间戳和中英文说明。其中的 verify.html 无需联网，用浏览器打开即可核验。证据包由平台生成，并非电子认证服务机构或司法鉴定机构出具的意见；能否采信由法院认定。',
    ],
    [
      '發生爭議時，可以向法院提出什麼？',
      '簽署完成後可下載證據包（zip 檔），內含已簽署的 PDF、簽署存證報告、操作紀錄、數位憑證、廢止清冊、時間戳記及中英文說明。其中的 verify.html 不需連線網路，用瀏覽器開啟即可查驗。證據包由平台產生，並非憑證機構或鑑定機構出具的意見；能否採信由法院認定。',
    ],
    [
      'What can we give to a court in a dispute?',
      'Once a document is signed by all, you can download its evidence bundle, a zip file: the signed PDF, the certificate of completion, the action log, certificates, revocation lists, time-stamps, and an explanation in Chinese and English. The file verify.html in it checks everything in a browser without network. The platform makes the bundle: it is no opinion of a certification authority or of a forensic institute, and the court decides what it is worth.',
    ],
  ],
  [
    [
      '什么是公开日志？',
      '签署的每一步和每一份已签署的文件，都会以加盐哈希值列入本平台的公开日志。日志中看不出任何内容或姓名；它只增不减，有新记录时每小时由平台签名一次。证据包中的证明表明相关记录已列入其中，事后无法悄悄改写。',
    ],
    [
      '什麼是公開紀錄？',
      '簽署的每一步以及每一份已簽署的檔案，都會以加鹽雜湊值列入本平台的公開紀錄。從中看不出任何內容或姓名；它只增不減，有新紀錄時每小時由平台簽章一次。證據包中的證明顯示相關紀錄已列入其中，事後無法暗中改寫。',
    ],
    [
      'What is the public log?',
      'Each step of a signing and each signed file is entered in it as a hash with a random salt, which shows neither contents nor names. Entries are only ever added, and the platform signs the state of the log every hour when there are new ones. The proofs in an evidence bundle show that its records are in the log, so that nobody can rewrite them unnoticed afterwards.',
    ],
  ],
] as const

/** Behind the questions about seals. */
const POSITIONS = ['aEs', 'aEw']

/** Questions about evidence. */
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
