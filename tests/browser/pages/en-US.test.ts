import { plain } from '#tests/support/axe.ts'
import { reflow } from '#tests/support/reflow.ts'
import { atDesk, LONG, oneIn, onPhone, PHONE, WIDE, walkThrough, wholeAtDesk } from '#tests/support/walk.ts'

const phone = plain(onPhone, PHONE, 'left')

// The language with the longest words.
walkThrough(
  'en_US',
  LONG
    ? { 'on a phone': [phone], 'at a desk, then zoomed': [plain(atDesk, WIDE), reflow(atDesk)] }
    : { 'on a phone, then zoomed': [phone, reflow((stop) => wholeAtDesk(stop) && oneIn(2)(stop))] },
)
