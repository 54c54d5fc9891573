import type { Article, Clause } from '#assembly/template/template.ts'

function clause(id: string, zh: string, en: string, more: Partial<Clause> = {}): Clause {
  return { id, text: { zh, en }, droppable: true, ...more }
}

const services: Article = {
  id: 'services',
  title: { zh: '服务内容与期限', en: 'Services and Term' },
  clauses: [
    clause(
      'scope',
      '{party:b}应向{party:a}提供以下服务：{subject}。服务包括：',
      '{party:b} shall provide {party:a} with {subject}. The services comprise:',
      {
        droppable: false,
        items: [
          clause('scope-plan', '制订工作计划；', 'preparing a work plan;'),
          clause('scope-delivery', '完成并交付工作成果；', 'completing and delivering the work product;'),
          clause('scope-training', '培训{party:a}的人员。', 'training the personnel of {party:a}.'),
        ],
      },
    ),
    clause(
      'term',
      '服务自{start}开始，至{end}完成；第三方原因造成的延误，完成日期相应顺延。',
      'The services begin on {start} and shall be completed by {end}; delay caused by third parties extends the completion date accordingly.',
    ),
    clause(
      'progress-reports',
      '{party:b}应当每月向{party:a}书面报告服务进度。',
      '{party:b} shall report progress to {party:a} in writing every month.',
    ),
    clause(
      'subcontracting',
      '未经{party:a}事先书面同意，{party:b}不得将服务转包。',
      '{party:b} shall not subcontract the services without the prior written consent of {party:a}.',
    ),
  ],
}

const payment: Article = {
  id: 'payment',
  title: { zh: '费用与支付', en: 'Fees and Payment' },
  clauses: [
    clause(
      'fee-payment',
      '服务费总额为{fee}，{party:a}应在收到合法发票后{pay-within}内一次性支付。',
      'The total fee is {fee}, which {party:a} shall pay in one sum within {pay-within} of receiving a valid invoice.',
      {
        droppable: false,
        guidance: { zh_CN: '注明价款是否含税。', en_US: 'Say whether the fee includes tax.' },
        alternatives: [
          {
            id: 'instalments',
            label: { zh_CN: '分期支付', en_US: 'By instalments' },
            text: {
              zh: '服务费总额为{fee}，{party:a}应在本合同生效后{pay-within}内支付百分之五十，在验收合格后{pay-within}内支付其余百分之五十。',
              en: 'The total fee is {fee}; {party:a} shall pay fifty per cent within {pay-within} of this Agreement taking effect and the remaining fifty per cent within {pay-within} of acceptance.',
            },
          },
        ],
      },
    ),
    clause(
      'late-payment',
      '{party:a}逾期付款的，每逾期一日，应按逾期金额的{late-rate}%向{party:b}支付违约金。',
      'For each day of delay {party:a} shall pay {party:b} liquidated damages of {late-rate}% of the amount overdue.',
    ),
    clause(
      'instalments-tax',
      '各期款项均以{party:b}先行开具增值税专用发票为付款条件。',
      'Each instalment is due only after {party:b} has issued a special VAT invoice.',
      { when: { chosen: 'fee-payment', alternative: 'instalments' } },
    ),
  ],
}

const secrecy: Article = {
  id: 'secrecy',
  title: { zh: '保密', en: 'Confidentiality' },
  when: { field: 'confidential', is: true },
  clauses: [
    clause(
      'secrecy-duty',
      '双方对因履行本合同知悉的对方商业秘密负有保密义务，保密期限为本合同终止后{secrecy-term}。',
      'Each Party shall keep confidential the trade secrets of the other learnt in performing this Agreement, for {secrecy-term} after its termination.',
    ),
    clause(
      'secrecy-breach',
      '违反{ref:secrecy-duty}的一方应当赔偿对方因此遭受的损失。',
      'A Party in breach of {ref:secrecy-duty} shall compensate the other for the resulting loss.',
      { when: { kept: 'secrecy-duty' } },
    ),
  ],
}

const breach: Article = {
  id: 'breach',
  title: { zh: '违约与解除', en: 'Breach and Termination' },
  clauses: [
    clause(
      'termination',
      '{party:a}未按{ref:fee-payment}付款，经催告后在合理期限内仍未支付的，{party:b}有权解除本合同。',
      'If {party:a} fails to pay under {ref:fee-payment} and remains in default a reasonable time after notice, {party:b} may terminate this Agreement.',
    ),
    clause(
      'survival',
      '本合同解除或终止不影响依{ref:payment}及{ref:scope-delivery}已产生的权利义务。',
      'Termination does not affect rights and obligations already accrued under {ref:payment} and {ref:scope-delivery}.',
    ),
    clause(
      'joint-clients',
      '{party:c}与{party:a}就本合同项下的付款义务承担连带责任。',
      '{party:c} is jointly and severally liable with {party:a} for payment under this Agreement.',
      { when: { parties: { atLeast: 3 } } },
    ),
  ],
}

const general: Article = {
  id: 'general',
  title: { zh: '争议解决与其他', en: 'Disputes and General' },
  clauses: [
    clause(
      'disputes',
      '因本合同引起的争议，双方应协商解决；协商不成的，提交{forum}解决。',
      'The Parties shall seek to settle disputes arising from this Agreement by negotiation, failing which they shall be submitted to {forum}.',
      { droppable: false },
    ),
    clause(
      'effect',
      '本合同（编号{number}）自双方签署之日起生效，一式两份，双方各执一份。',
      'This Agreement (No. {number}) takes effect on signature by both Parties and is made in two originals, one for each Party.',
      { droppable: false },
    ),
  ],
}

export const sampleArticles: Article[] = [services, payment, secrecy, breach, general]
