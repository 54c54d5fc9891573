import { startKeptFields } from './kept-fields-script.ts'
import { startReviews } from './review-script.ts'

/** Loaded by the page script where something is written that must not be lost, and on pages of a review. */
startReviews()
startKeptFields()
