import { startKeptFields } from './kept-fields-script.ts'
import { startReviews } from './review-script.ts'

/**
 * The page script loads this script on pages where text is written that must not be lost, and on pages of a
 * review.
 */
startReviews()
startKeptFields()
