import { plain } from '#tests/support/axe.ts'
import { operable } from '#tests/support/operable.ts'
import {
  dailyAtDesk,
  LONG,
  oneIn,
  onPhone,
  openedWorld,
  PHONE,
  WIDE,
  walkThrough,
  wholeAtDesk,
} from '#tests/support/walk.ts'

walkThrough(openedWorld(), 'zh_CN', {
  'at a desk, with all that one opens there': [
    plain(dailyAtDesk, WIDE),
    operable((stop) => wholeAtDesk(stop) && oneIn(12)(stop)),
  ],
  ...(LONG && { 'on a phone': [plain(onPhone, PHONE)] }),
})
