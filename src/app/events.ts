import { eraseDismissals, onAgreementsAccepted } from '#modules/announcements/index.ts'
import { eraseKeys } from '#modules/api/index.ts'
import { eraseAuthorisations } from '#modules/authorisations/index.ts'
import { eraseBatches } from '#modules/batches/index.ts'
import { eraseBrands, eraseDocumentLogos, storeDocumentLogo } from '#modules/brand/index.ts'
import { eraseConversation, showsLinked } from '#modules/chat/index.ts'
import { eraseChecklists } from '#modules/checklists/index.ts'
import { eraseAgreed, eraseConsultations } from '#modules/consultations/index.ts'
import { eraseImports as eraseContactImports, eraseContacts } from '#modules/contacts/index.ts'
import { eraseDataExports } from '#modules/data-exports/index.ts'
import { eraseDocuments, eraseExpiredLater, eraseUnsigned } from '#modules/documents/erasure.ts'
import { finalDocuments, linkedDocuments } from '#modules/documents/index.ts'
import { eraseUploads } from '#modules/imports/index.ts'
import { eraseKeyDates, NextDates, nextDates, onAllSigned } from '#modules/key-dates/index.ts'
import {
  deleteDocumentItems,
  eraseFeedback,
  eraseInbox,
  lapseTasks,
  onAuthorisationNews,
  onChatUnread,
  onConsultationProgress,
  onHandOver,
  onInvitationFailed,
  onMemberJoined,
  onOrderProgress,
  onPlanEnding,
  onPlanOpened,
  onRealNameFailed,
  onReviewAnswered,
  onReviewEnded,
  onReviewReopened,
  onReviewRequested,
  onSeatsUsed,
  onSignature,
  onSigningEnded,
  onSigningExtended,
  onSigningHeldUp,
  onSigningQuestion,
  onSigningStep,
  startsBy,
} from '#modules/messaging/index.ts'
import {
  beginFreeDemo,
  eraseBooks,
  eraseOrders,
  notifyEnded,
  notifyPaid,
  notifyPlaced,
  notifyRefunded,
  notifyReversed,
  notifyUnsettled,
} from '#modules/orders/index.ts'
import { endMandatesOf } from '#modules/orders/renewal/mandate.ts'
import { LinkedDocumentCard } from '#modules/pages/index.ts'
import {
  emitReviewsAt,
  eraseReviewer,
  eraseReviews,
  eraseTeamReviews,
  linkToReturned,
  linkToReview,
  nameSigners,
} from '#modules/review/index.ts'
import { eraseSeals, eraseSealUses } from '#modules/seals/index.ts'
import {
  addActionLeaf,
  beginSetting,
  emitTurnsAt,
  eraseAtServices,
  eraseSignings,
  linkToSign,
  logDelivery,
  mailHeldUpNotice,
  notifyOfEnding,
  resumeSigning,
} from '#modules/signing/index.ts'
import { eraseConnections, unlinkRemoved } from '#modules/sso/index.ts'
import { eraseAccesses } from '#modules/support-access/index.ts'
import { eraseEndpoints, onActionLogged, onDocumentMoved } from '#modules/webhooks/index.ts'
import { listen } from '#src/jobs/module-events.ts'

/** All subscriptions: each line is an event and its listener. */
listen('action-logged', addActionLeaf)
listen('action-logged', onActionLogged)
listen('document-moved', onDocumentMoved)
listen('turn-came', onSigningStep)
listen('turn-taken', onSignature)
listen('signing-handed-over', onHandOver)
listen('real-name-failed', onRealNameFailed)
listen('signing-question', onSigningQuestion)
listen('signing-extended', onSigningExtended)
listen('file-restored', resumeSigning)
listen('mail-handed-over', logDelivery)
listen('signing-held-up', mailHeldUpNotice)
listen('signing-held-up', onSigningHeldUp)
listen('signing-ended', notifyOfEnding)
listen('signing-ended', onSigningEnded)
listen('signing-ended', onAllSigned)
listen('team-registered', beginFreeDemo)
// The listeners run in order: first the tasks sent to the old address end, then the tasks waiting for the
// new address are added.
listen('email-proved', lapseTasks)
listen('email-proved', (trx, { email }) => emitTurnsAt(trx, { address: email }))
listen('mobile-proved', (trx, { mobile }) => emitTurnsAt(trx, { address: mobile }))
listen('email-proved', emitReviewsAt)
listen('document-finalised', storeDocumentLogo)
listen('document-finalised', nameSigners)
listen('signers-named', beginSetting)
listen('review-asked', onReviewRequested)
listen('review-answered', onReviewAnswered)
listen('review-ended', onReviewEnded)
listen('review-continued', onReviewReopened)
listen('review-reopened', onReviewReopened)
listen('member-joined', onMemberJoined)
listen('invitation-failed', onInvitationFailed)
listen('sso-seats-used', onSeatsUsed)
listen('plan-opened', onPlanOpened)
listen('plan-ending', onPlanEnding)
listen('order-placed', notifyPlaced)
listen('order-paid', notifyPaid)
listen('order-ended', notifyEnded)
listen('order-reversed', notifyReversed)
listen('payment-unsettled', notifyUnsettled)
listen('payment-refunded', notifyRefunded)
listen('team-handed-over', endMandatesOf)
listen('authorisation-news', onAuthorisationNews)
listen('order-news', onOrderProgress)
listen('chat-unread', onChatUnread)
listen('consultation-news', onConsultationProgress)
listen('agreements-accepted', onAgreementsAccepted)
listen('account-erased', eraseAuthorisations)
listen('account-erased', eraseDataExports)
listen('account-erased', eraseAccesses)
listen('account-erased', eraseKeyDates)
listen('account-erased', eraseChecklists)
listen('account-erased', eraseDismissals)
listen('account-erased', eraseConsultations)
listen('account-erased', eraseDocuments)
// These listeners may notify senders, so they run before the inbox of the account is erased.
listen('account-erased', eraseTeamReviews)
listen('account-erased', eraseReviewer)
listen('account-erased', eraseUploads)
listen('account-erased', eraseFeedback)
listen('account-erased', eraseBatches)
listen('account-erased', eraseContacts)
listen('account-erased', eraseContactImports)
listen('account-erased', eraseConversation)
listen('account-erased', eraseInbox)
listen('account-erased', eraseOrders)
listen('account-erased', eraseSeals)
listen('account-erased', eraseBrands)
listen('account-erased', eraseKeys)
listen('account-erased', eraseEndpoints)
listen('account-erased', eraseConnections)
listen('member-removed', unlinkRemoved)
listen('account-erased', eraseAtServices)
listen('documents-erased', eraseSignings)
listen('documents-erased', eraseSealUses)
listen('documents-erased', eraseDocumentLogos)
listen('documents-erased', eraseReviews)
listen('documents-erased', deleteDocumentItems)
listen('erased-teams-swept', eraseUnsigned)
listen('records-expired', eraseExpiredLater)
listen('books-expired', eraseBooks)
listen('books-expired', eraseAgreed)

startsBy('review', linkToReview)
startsBy('return', linkToReturned)
startsBy('sign', linkToSign)

finalDocuments.registerSidePanel({ find: nextDates, Part: NextDates })
showsLinked({ find: linkedDocuments, Card: LinkedDocumentCard })
