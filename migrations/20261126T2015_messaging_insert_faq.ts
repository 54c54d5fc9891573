import { type Kysely, sql } from 'kysely'

/** Question and answer in Simplified Chinese, Traditional Chinese and English, in their order. */
const FAQS = [
  [
    ['怎样开始使用？', '用邮箱注册免费试用即可。试用含一个模板，起草、定稿、下载都可以走一遍，无需付费。'],
    [
      '怎樣開始使用？',
      '用電子信箱註冊免費試用即可。試用含一個範本，起草、定稿、下載都可以走一遍，無需付費。',
    ],
    [
      'How do I begin?',
      'Register for the free demo with an email address. It has one template that you can take through drafting, finalising and downloading without paying.',
    ],
  ],
  [
    [
      '文档可以用哪些语言？',
      '可单用简体中文、繁体中文或英文，也可中英文并列。新建时选择，并指定以哪种为主。',
    ],
    [
      '文件可以用哪些語言？',
      '可單用簡體中文、繁體中文或英文，也可中英文並列。新增時選擇，並指定以哪種為主。',
    ],
    [
      'Which languages can a document have?',
      'Simplified Chinese, Traditional Chinese or English alone, or Chinese and English side by side. You choose when you create it, and which of the two comes first.',
    ],
  ],
  [
    [
      '两种文本不一致时以哪种为准？',
      '合同里会写明：每个模板都有关于文本效力的条款，由您选择。起草时，两种文本中不一致的数字和日期会被标出。',
    ],
    [
      '兩種文本不一致時以哪種為準？',
      '合約裡會寫明：每個範本都有關於文本效力的條款，由您選擇。起草時，兩種文本中不一致的數字和日期會被標出。',
    ],
    [
      'Which text prevails if the two differ?',
      'The contract says so itself: each template has a clause on the prevailing language, and you choose. While you draft, the editor marks numbers and dates that differ between the two texts.',
    ],
  ],
  [
    [
      '可以修改模板的文字吗？',
      '可以。每一条都可保留、删去、换用其他写法或自行撰写。与模板不同之处会标出，删去的可以恢复。',
    ],
    [
      '可以修改範本的文字嗎？',
      '可以。每一條都可保留、刪去、換用其他寫法或自行撰寫。與範本不同之處會標出，刪去的可以復原。',
    ],
    [
      'May I change the wording of a template?',
      'Yes. Keep a clause, drop it, choose another version of it or write your own. What differs from the template stays marked, and what you dropped can be restored.',
    ],
  ],
  [
    ['定稿是什么意思？', '定稿后文本即固定，不可撤销，任何人都不能再改；可下载 PDF 和 Word，并发起签署。'],
    ['定稿是什麼意思？', '定稿後文本即固定，不可復原，任何人都不能再改；可下載 PDF 和 Word，並發起簽署。'],
    [
      'What does finalising do?',
      'It fixes the text for good. After that nobody can edit the document; it can be downloaded as PDF and Word and sent for signing.',
    ],
  ],
  [
    [
      '能得到哪些文件？',
      '逐页排版的 PDF，以及内容一致、编号可用的 Word 文件。已签署的文档是内含签名的 PDF。',
    ],
    [
      '能得到哪些檔案？',
      '逐頁排版的 PDF，以及內容一致、編號可用的 Word 檔案。已簽署的文件是內含簽名的 PDF。',
    ],
    [
      'Which files do I get?',
      'A PDF set page by page, and a Word file with the same content and real numbering. A signed document is a PDF with the signatures inside.',
    ],
  ],
  [
    [
      '签署是怎样进行的？',
      '您填写签署人及顺序。每人依次收到邮件链接，用验证码确认，阅读文档，手写或键入签名。全部签完后，各方收到完整文件。',
    ],
    [
      '簽署是怎樣進行的？',
      '您填寫簽署人及順序。每人依序收到郵件連結，用驗證碼確認，閱讀文件，手寫或鍵入簽名。全部簽完後，各方收到完整檔案。',
    ],
    [
      'How does signing work?',
      'You name the signatories and their order. Each gets a link by email, confirms by a code, reads the document and draws or types a signature. When all have signed, everybody receives the whole file.',
    ],
  ],
  [
    ['对方需要注册账户吗？', '不需要。签署人有邮箱和浏览器即可，手机也行。'],
    ['對方需要註冊帳戶嗎？', '不需要。簽署人有電子信箱和瀏覽器即可，手機也行。'],
    [
      'Does the other side need an account?',
      'No. A signatory needs an email address and a browser; a phone will do.',
    ],
  ],
  [
    ['签署发起后能取消吗？', '不能，因此请先核对姓名和邮箱。签署人可说明理由并拒签，文档随即退回给您。'],
    ['簽署發起後能取消嗎？', '不能，因此請先核對姓名和電子信箱。簽署人可說明理由並拒簽，文件隨即退回給您。'],
    [
      'Can a signing be cancelled?',
      'Not once it has been started, so check names and addresses first. A signatory may decline with a reason; the document then goes back to you.',
    ],
  ],
  [
    [
      '电子签名有法律效力吗？',
      '依照《中华人民共和国电子签名法》及许多国家的法律，可靠的电子签名与手写签名具有同等效力；婚姻、收养、继承等文书除外。重要事项请咨询律师。',
    ],
    [
      '電子簽名有法律效力嗎？',
      '依照《中華人民共和國電子簽名法》及許多國家的法律，可靠的電子簽名與手寫簽名具有同等效力；婚姻、收養、繼承等文書除外。重要事項請諮詢律師。',
    ],
    [
      'Is an electronic signature valid?',
      'Under the Electronic Signature Law of the People’s Republic of China and the laws of many other countries a reliable electronic signature has the same force as one by hand, with exceptions such as marriage, adoption and inheritance. For an important case ask a lawyer.',
    ],
  ],
  [
    [
      '怎样核验已签署的文档？',
      '点击页脚的“验证已签署的 PDF”，拖入文件：页面会列出每位签署人，并指出文件自签署后是否有任何改动。无需账户，文件不会被保存。用能显示签名的 PDF 阅读器打开，信任我们的根证书后，也可得到同样的结果。',
    ],
    [
      '怎樣驗證已簽署的檔案？',
      '點選頁尾的「驗證已簽署的 PDF」，拖入檔案：頁面會列出每位簽署人，並指出檔案自簽署後是否有任何更動。無需帳戶，檔案不會留存。用能顯示簽名的 PDF 閱讀器開啟，信任我們的根憑證後，也可得到同樣的結果。',
    ],
    [
      'How can somebody check a signed document?',
      'Open “Verify a signed PDF” at the foot of our pages and drop the file there: the page names each signatory and says whether anything was changed since. It needs no account, and nothing is kept. A PDF reader that shows signatures says the same once you trust our root certificate.',
    ],
  ],
  [
    [
      '一类和二类文档有什么区别？',
      '一类是简短的标准文本，二类是较长或需要谈判的协议。两类分别计数和定价，每个模板都标明类别。',
    ],
    [
      '一類和二類文件有什麼差別？',
      '一類是簡短的標準文本，二類是較長或需要談判的協議。兩類分別計數和定價，每個範本都標明類別。',
    ],
    [
      'What are type I and type II documents?',
      'Type I are short standard forms, type II long or negotiated agreements. They are counted and priced apart; each template says which it is.',
    ],
  ],
  [
    ['单份购买的文档能用多久？', '自购买起 31 天内可打开、编辑和定稿。已下载的文件一直归您。'],
    ['單份購買的文件能用多久？', '自購買起 31 天內可開啟、編輯和定稿。已下載的檔案一直歸您。'],
    [
      'How long can I work on a single document?',
      '31 days from the purchase: you can open, edit and finalise it. The files you downloaded stay yours.',
    ],
  ],
  [
    ['谁能看到我的文档？', '您本人，以及团队中经管理员允许的成员。对其他任何人来说，您的文档如同不存在。'],
    ['誰能看到我的文件？', '您本人，以及團隊中經管理員允許的成員。對其他任何人來說，您的文件如同不存在。'],
    [
      'Who can read my documents?',
      'You, and in your team those whom the administrator has allowed. To anybody else a document of yours looks as if it did not exist.',
    ],
  ],
  [
    [
      '这算法律意见吗？',
      '不算。模板经过认真撰写，说明解释了每一条的用意，但并不了解您的具体情况；个案请咨询律师。',
    ],
    [
      '這算法律意見嗎？',
      '不算。範本經過認真撰寫，說明解釋了每一條的用意，但並不了解您的具體情況；個案請諮詢律師。',
    ],
    [
      'Is this legal advice?',
      'No. The templates are written with care and the notes explain each clause, but they do not know your case. For advice on it ask a lawyer.',
    ],
  ],
] as const

/** Fractional indexes: each sorts after the one before it. */
const POSITIONS = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'aA', 'aB', 'aC', 'aD', 'aE']

/** The questions people ask most, which staff edit at the desk. */
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
