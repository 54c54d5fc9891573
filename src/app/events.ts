import { eraseConversation, showsLinked } from '#modules/chat/index.ts'
import { eraseConsultations } from '#modules/consultations/index.ts'
import { eraseContacts } from '#modules/contacts/index.ts'
import { eraseDocuments, linkedDocuments } from '#modules/documents/index.ts'
import { eraseUploads } from '#modules/imports/index.ts'
import {
  eraseFeedback,
  eraseInbox,
  forgetDocuments,
  hearChat,
  hearConsultation,
  hearEnding,
  hearHeldUp,
  hearMember,
  hearOrder,
  hearPlan,
  hearPlanEnding,
  hearReopened,
  hearReviewAnswered,
  hearReviewAsked,
  hearReviewEnded,
  hearSignature,
  hearTurn,
  lapseTasks,
  startsBy,
} from '#modules/messaging/index.ts'
import {
  beginFreeDemo,
  eraseOrders,
  tellEnded,
  tellPaid,
  tellPlaced,
  tellRefunded,
  tellReversed,
  tellUnsettled,
} from '#modules/orders/index.ts'
import { LinkedDocumentCard } from '#modules/pages/index.ts'
import {
  announceReviewsAt,
  eraseReviewer,
  eraseReviews,
  linkToReturned,
  linkToReview,
  nameSigners,
} from '#modules/review/index.ts'
import {
  announceTurnsAt,
  beginSetting,
  eraseSignings,
  linkToSign,
  mailHeldUpNotice,
  notifyOfEnding,
  resumeSigning,
} from '#modules/signing/index.ts'
import { listen } from '#src/jobs/announce.ts'

/** All subscriptions: each line is an event and its listener. */
listen('turn-came', hearTurn)
listen('turn-taken', hearSignature)
listen('file-restored', resumeSigning)
listen('signing-held-up', mailHeldUpNotice)
listen('signing-held-up', hearHeldUp)
listen('signing-ended', notifyOfEnding)
listen('signing-ended', hearEnding)
listen('team-registered', beginFreeDemo)
// First the tasks that were sent to the old address end, then tasks that wait for the new one are added.
listen('email-proved', lapseTasks)
listen('email-proved', announceTurnsAt)
listen('email-proved', announceReviewsAt)
listen('document-finalised', nameSigners)
listen('signers-named', beginSetting)
listen('review-asked', hearReviewAsked)
listen('review-answered', hearReviewAnswered)
listen('review-ended', hearReviewEnded)
listen('review-reopened', hearReopened)
listen('member-joined', hearMember)
listen('plan-opened', hearPlan)
listen('plan-ending', hearPlanEnding)
listen('order-placed', tellPlaced)
listen('order-paid', tellPaid)
listen('order-ended', tellEnded)
listen('order-reversed', tellReversed)
listen('payment-unsettled', tellUnsettled)
listen('payment-refunded', tellRefunded)
listen('order-news', hearOrder)
listen('chat-unread', hearChat)
listen('consultation-news', hearConsultation)
listen('account-erased', eraseConsultations)
listen('account-erased', eraseDocuments)
listen('account-erased', eraseUploads)
listen('account-erased', eraseFeedback)
listen('account-erased', eraseContacts)
listen('account-erased', eraseConversation)
listen('account-erased', eraseInbox)
listen('account-erased', eraseOrders)
listen('account-erased', eraseReviewer)
listen('documents-erased', eraseSignings)
listen('documents-erased', eraseReviews)
listen('documents-erased', forgetDocuments)

startsBy('review', linkToReview)
startsBy('return', linkToReturned)
startsBy('sign', linkToSign)

showsLinked({ find: linkedDocuments, Card: LinkedDocumentCard })
