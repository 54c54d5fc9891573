import type { Article } from '#assembly/template/template.ts'

/** Annexes after the signatures: a statement of work, and a list of contacts. */
export const sampleAnnexes: Article[] = [
  {
    id: 'annex-services',
    title: { zh: '服务说明书', en: 'Statement of Work' },
    clauses: [
      {
        id: 'annex-scope',
        droppable: true,
        emphasis: true,
        text: {
          zh: '{party:b}按照{ref:annex-report}的约定，分阶段完成{subject}。',
          en: '{party:b} shall complete {subject} in stages, as agreed in {ref:annex-report}.',
        },
      },
      {
        id: 'annex-report',
        droppable: true,
        join: 'and',
        text: { zh: '每一阶段结束时，{party:b}应当：', en: 'At the end of each stage {party:b} shall:' },
        items: [
          {
            id: 'annex-present',
            droppable: true,
            text: { zh: '演示阶段成果；', en: 'present what is done;' },
          },
          {
            id: 'annex-hand-over',
            droppable: true,
            text: { zh: '交付源文件。', en: 'hand over the sources.' },
          },
        ],
      },
    ],
  },
  {
    id: 'annex-contacts',
    title: { zh: '联系人', en: 'Contacts' },
    clauses: [
      {
        id: 'annex-persons',
        droppable: true,
        text: {
          zh: '双方的日常联系人以书面通知为准。',
          en: 'Each Party names its daily contact by written notice.',
        },
      },
    ],
  },
]
