import { describe, expect, it } from 'vitest'
import { compareSides } from '#assembly/agreement/compare-sides.ts'
import { bothRuns } from '#assembly/proving/twins.ts'

const findings = (zh: string, en: string) => compareSides(bothRuns({ zh, en })).map(({ check }) => check)

describe('no finding', () => {
  it.each([
    // numbers
    ['须经三分之二以上表决权通过。', 'This shall require at least two thirds of the votes.'],
    ['{party:a}应当双倍返还定金。', '{party:a} shall return twice the earnest money.'],
    ['按四倍计算。', 'It is calculated at four times the rate.'],
    ['由三名仲裁员组成。', 'It shall consist of three arbitrators.'],
    ['一式三份，双方各执一份。', 'It is made in three copies, one for each Party.'],
    ['自2026年12月起支付。', 'It shall be paid from December 2026.'],
    ['期限为半年。', 'The term is six months.'],
    ['期限为一年半。', 'The term is eighteen months.'],
    ['期限为一年半。', 'The term is one and a half years.'],
    ['提前一个季度通知。', 'Notice of three months shall be given.'],
    ['应当在24小时内答复。', 'An answer shall be given within one day.'],
    ['人民币12,000元（大写：壹万贰仟元整）', 'CNY 12,000.00'],
    ['美元伍万元整', 'USD 50,000'],
    ['500万元人民币', 'RMB 5 million'],
    // parties
    [
      '未经{party:a}同意，{party:b}不得转租。',
      '{party:b} shall not sublet without the consent of {party:a}.',
    ],
    ['{party:a}迟延的，{party:b}可以解除合同。', '{party:b} may rescind if {party:a} is late.'],
    ['甲方应当付款。', 'Party A shall pay.'],
    // duties
    ['任何一方不得转让。', 'Neither Party shall assign.'],
    ['本合同自五月三日起生效。', 'This Contract takes effect on 3 May.'],
    ['因不可抗力造成的损失，不予赔偿。', 'Loss by Force Majeure shall not be compensated.'],
    ['{party:b}可以随时检查。', '{party:b} is entitled to inspect at any time.'],
    // words
    [
      '除本合同另有约定外，各方自行承担费用。',
      'Unless this Contract provides otherwise, each Party bears its own costs.',
    ],
    ['应当立即书面通知。', 'Notice shall be given at once in writing.'],
    ['违约金不超过合同价款的20%。', 'Liquidated damages shall not exceed 20% of the price.'],
    [
      '由出席股东所持表决权的过半数通过。',
      'Adopted by more than half of the votes of the shareholders present.',
    ],
    // references and statutes
    ['依照第3.2款和第五条执行。', 'This is done under Section 3.2 and Article 5.'],
    ['依照第3.2款第（1）项执行。', 'This is done under Section 3.2(1).'],
    ['见附件一。', 'See Annex 1.'],
    ['有《劳动合同法》第三十八条情形的', 'in the cases of article 38 of the Labour Contract Law'],
    ['依照《民法典》第五百六十三条', 'under article 563 of the Civil Code'],
    // disputes
    ['提交上海国际仲裁中心仲裁。', 'submitted to SHIAC for arbitration.'],
    ['适用中国法律。', 'governed by the laws of the People’s Republic of China.'],
    ['以中文文本为准。', 'the Chinese text shall prevail.'],
    // per mille, quarters, clock times, time bars
    ['按日千分之一支付违约金。', 'Liquidated damages of 0.1 % a day shall be paid.'],
    ['按日千分之三支付。', 'three per thousand a day shall be paid.'],
    ['第一季度', 'in the first quarter'],
    ['2027年第一季度', 'the first quarter of 2027'],
    ['工作时间为9:00至18:00。', 'Working hours are 9 a.m. to 6 p.m.'],
    [
      '{party:a}可以解除本合同，但应当提前三十日通知。',
      '{party:a} may terminate this Contract on thirty days’ notice.',
    ],
    [
      '依照《中华人民共和国民事诉讼法》第一百零三条申请保全',
      'to apply for preservation under article 103 of the Civil Procedure Law of the People’s Republic of China',
    ],
    ['诉讼时效期间为三年。', 'The limitation period is three years.'],
    ['依照《仲裁法》办理。', 'under the Arbitration Law.'],
    ['诉讼费由败诉方承担。', 'Court fees are borne by the losing party.'],
    [
      '第四条第一款修改为：卖方应当交货。',
      'Article 4, paragraph 1 is replaced by: The seller shall deliver.',
    ],
    ['支持500名用户同时在线', 'supports 500 users online at once'],
    [
      '合规部王悦，021-6100 2601，privacy@lotus.example',
      'Wang Yue, compliance, 021-6100 2601, privacy@lotus.example',
    ],
    [
      '资料仅可用于本项目，不得使用于其他目的。',
      'The materials may be used for this project alone and for no other purpose.',
    ],
  ])('%s = %s', (zh, en) => expect(findings(zh, en)).toEqual([]))
})

describe('a finding', () => {
  it.each([
    ['missing', '{party:a}应当付款。', ''],
    ['missing', '', '{party:a} shall pay.'],
    ['blanks', '金额为＿＿＿元。', 'The sum is CNY.'],
    ['blanks', '价款为{price}。', 'The price is agreed.'],
    ['numbers', '应在30日内付款。', 'shall pay within 60 days.'],
    ['numbers', '应在10日内付款。', 'shall pay within ten working days.'],
    ['numbers', '三分之二以上同意。', 'with the consent of at least half.'],
    ['numbers', '应当双倍返还。', 'shall return the amount.'],
    ['numbers', '由三名仲裁员审理。', 'heard by one arbitrator.'],
    ['numbers', '一式三份。', 'made in two copies.'],
    ['numbers', '2026年12月', 'November 2026'],
    ['numbers', '期限为半年。', 'The term is five months.'],
    ['numbers', '人民币12,000元', 'USD 12,000'],
    ['numbers', '500万元', 'CNY 500,000'],
    ['numbers', '按日万分之五', '0.5% per day'],
    ['sum', '人民币12,000元（大写：壹万叁仟元整）和13,000元', 'CNY 12,000 and CNY 13,000'],
    ['date', '2026年12月1日', 'on 01/12/2026'],
    ['parties', '{party:a}应当付款。', '{party:b} shall pay.'],
    ['actor', '{party:a}应当向{party:b}付款。', '{party:b} shall pay {party:a}.'],
    ['duty', '{party:b}不得转租。', '{party:b} may sublet.'],
    ['duty', '{party:b}可以转租。', '{party:b} shall not sublet.'],
    ['duty', '{party:a}应当提供资料。', '{party:a} may provide the materials.'],
    ['duty', '{party:a}可以提供资料。', '{party:a} shall provide the materials.'],
    [
      'exception',
      '费用由{party:a}承担，但{party:b}违约的除外。',
      'The costs shall be borne by {party:a}, as is a breach by {party:b}.',
    ],
    ['writing', '应当书面通知{party:a}。', 'shall notify {party:a}.'],
    ['writing', '应当通知{party:a}。', 'shall notify {party:a} in writing.'],
    ['atOnce', '应当立即通知{party:a}。', 'shall notify {party:a}.'],
    ['atOnce', '应当通知{party:a}。', 'shall notify {party:a} immediately.'],
    ['consent', '经{party:a}同意后实施。', 'It is carried out after {party:a} is told.'],
    ['limit', '期限不超过20年。', 'The term is 20 years.'],
    ['limit', '须半数以上通过。', 'This requires more than half.'],
    ['limit', '须过半数通过。', 'This requires half or more.'],
    ['references', '依照第3.2款执行。', 'This is done under Section 3.3.'],
    ['references', '依照{ref:payment}执行。', 'This is done as agreed.'],
    ['references', '依照《劳动合同法》第三十八条', 'under article 39 of the Labour Contract Law'],
    ['statutes', '依照《劳动法》办理。', 'under the Company Law.'],
    ['forum', '提交上海国际仲裁中心仲裁。', 'submitted to CIETAC for arbitration.'],
    ['forum', '向有管辖权的人民法院提起诉讼。', 'referred to arbitration.'],
    ['law', '适用香港法律。', 'governed by the laws of Singapore.'],
    ['language', '以中文文本为准。', 'the English text shall prevail.'],
    ['language', '以中文文本为准。', 'both texts are valid.'],
    [
      'polarity',
      '未经{party:a}书面同意，{party:b}不得转让本合同。',
      '{party:b} shall assign this Contract without the written consent of {party:a}.',
    ],
    ['polarity', '任何一方均不对间接损失承担责任。', 'Each Party shall be liable for indirect loss.'],
    [
      'exception',
      '{party:a}不承担赔偿责任，但故意或者重大过失的除外。',
      '{party:a} shall not be liable for compensation.',
    ],
    ['opposite', '借款不计利息。', 'The loan is granted with interest.'],
    ['opposite', '无息借款', 'a loan with interest'],
    [
      'opposite',
      '逾期未提出异议的，视为验收合格。',
      'If no objection is raised in time, the goods are deemed rejected.',
    ],
    [
      'opposite',
      '保密义务在本合同终止后继续有效。',
      'The duty of confidentiality ends on termination of this Contract.',
    ],
    ['actor', '服务商应当通知客户。', 'The Client shall notify the Provider.'],
    ['parties', '乙方应当承担运费。', 'Party A shall bear the carriage.'],
    ['opposite', '买方承担运费。', 'The seller bears the carriage.'],
    ['opposite', '独家许可', 'a non-exclusive licence'],
    [
      'anchor',
      '{party:a}应当在收到发票后10日内付款。',
      '{party:a} shall pay within 10 days of the date of the invoice.',
    ],
    ['anchor', '应当在交货前10日通知。', 'Notice shall be given 10 days after delivery.'],
    ['condition', '在验收合格的前提下，{party:a}应当支付尾款。', '{party:a} shall pay the balance.'],
    ['scope', '但故意或者重大过失造成的除外。', 'except where it is caused by intent.'],
    ['place', '货物应当运至苏州。', 'The goods shall be carried to Shanghai.'],
    [
      'numbers',
      '谐波减速器，30台，每台2,600元，小计78,000元',
      'Harmonic reducer, 300 sets, CNY 26 each, CNY 7,800',
    ],
    ['polarity', '不接受翻新件', 'refurbished parts are accepted'],
    [
      'numbers',
      '与甲公司签订价款不超过50万元的采购合同',
      'a purchase contract with company B of up to CNY 5,000,000',
    ],
    ['scope', '姓名、手机号', 'name, mobile number, bank account, health records'],
    ['scope', '偿还银行贷款', 'purchase of raw materials'],
    ['opposite', '提供软件维护，不包括现场服务', 'software maintenance including on-site services'],
  ])('%s: %s ≠ %s', (check, zh, en) => expect(findings(zh, en)).toContain(check))

  it('shows the surrounding words', () => {
    expect(compareSides(bothRuns({ zh: '应在30日内付款。', en: 'shall pay within 60 days.' }))).toEqual([
      { check: 'numbers', grade: 'different', detail: { zh: '30日', en: '60 days' } },
    ])
  })

  it('is shown in the characters of the text', () => {
    const [one] = compareSides(
      bothRuns({ zh: '{party:a}應當書面通知。', en: '{party:a} shall give notice.' }),
    )
    expect(one).toEqual({ check: 'writing', grade: 'probable', detail: { zh: '書面', en: '—' } })
  })

  it('is only a hint if one side excludes other regions from the law of China', () => {
    const [one] = compareSides(
      bothRuns({ zh: '适用中国法律，不包括香港法律。', en: 'governed by the laws of China.' }),
    )
    expect([one?.check, one?.grade]).toEqual(['law', 'look'])
  })

  it('is graded as different if one side adds a foreign law to that of China', () => {
    const zh = '本合同适用中国法律。'
    const en = 'governed by the laws of China and Singapore.'
    const differences = compareSides(bothRuns({ zh, en })).map(({ check, grade }) => [check, grade])
    expect(differences).toEqual([['law', 'different']])
  })

  it('is not reported for numbers once the maximum of comparisons is reached', () => {
    const text = bothRuns({ zh: '30日', en: '60 days' })
    expect(compareSides(text, { numbers: 0 })).toEqual([])
  })
})
