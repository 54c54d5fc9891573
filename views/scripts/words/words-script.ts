/**
 * The page script loads this script on pages where text is written that must not be lost, and on pages of a
 * review.
 */

import { startKeptFields } from './kept-fields-script.ts'
import { startReviewScripts } from './review-script.ts'

startReviewScripts()
startKeptFields()
