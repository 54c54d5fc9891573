import { expect, test } from 'vitest'
import { nameOnCard, registeredName } from '#modules/real-name/official-names.ts'

test.each([
  ['韦小宝', '韦小宝'],
  ['陈莲 Chen Lian', '陈莲'],
  ['Chen Lian 陈莲', '陈莲'],
  ['陈 莲', '陈莲'],
  ['买买提·吐尔逊', '买买提·吐尔逊'],
  ['Oliver Grant', 'Oliver Grant'],
])('%s is %s on a card', (name, card) => {
  expect(nameOnCard(name)).toBe(card)
})

test.each([
  ['莲花贸易（上海）有限公司 Lotus Trading (Shanghai) Co., Ltd.', '莲花贸易（上海）有限公司'],
  ['莲花投资中心（有限合伙） Lotus Fund', '莲花投资中心（有限合伙）'],
  ['TCL科技集团股份有限公司', 'TCL科技集团股份有限公司'],
  ['Kestrel Robotics Ltd', 'Kestrel Robotics Ltd'],
])('%s is registered as %s', (name, registered) => {
  expect(registeredName(name)).toBe(registered)
})
