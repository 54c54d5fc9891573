import { plain } from '#tests/support/axe.ts'
import { operable } from '#tests/support/operable.ts'
import {
  atDesk,
  LONG,
  onPhone,
  openedWorld,
  PHONE,
  WIDE,
  walkThrough,
  wholeAtDesk,
} from '#tests/support/walk.ts'

walkThrough(openedWorld(), 'zh_CN', {
  'at a desk, with all that one opens there': [plain(atDesk, WIDE), operable(wholeAtDesk)],
  ...(LONG && { 'on a phone': [plain(onPhone, PHONE)] }),
})
