import * as v from 'valibot'

const Flag = v.picklist(['true', 'false'])
const Count = v.pipe(v.string(), v.regex(/^\d+$/))
const Guid = v.pipe(v.string(), v.uuid())
const upTo = (length: number) => v.pipe(v.string(), v.maxLength(length))

const Phone = v.strictObject({ countryCode: Count, number: Count })

const EmailNotification = v.strictObject({
  emailSubject: v.pipe(upTo(100), v.minLength(1)),
  emailBody: upTo(10_000),
  supportedLanguage: v.picklist(['en', 'zh_CN', 'zh_TW']),
})

const contact = {
  recipientId: Count,
  name: v.pipe(upTo(100), v.minLength(1)),
  email: v.optional(v.pipe(upTo(100), v.email())),
  deliveryMethod: v.picklist(['Email', 'SMS']),
  phoneNumber: v.optional(Phone),
  additionalNotifications: v.optional(
    v.tuple([v.strictObject({ secondaryDeliveryMethod: v.literal('SMS'), phoneNumber: Phone })]),
  ),
  emailNotification: EmailNotification,
  customFields: v.array(upTo(100)),
  routingOrder: Count,
}

const place = {
  documentId: v.literal('1'),
  pageNumber: Count,
  xPosition: Count,
  yPosition: Count,
}

const Scale = v.pipe(v.string(), v.transform(Number), v.minValue(0.5), v.maxValue(2))

const Tabs = v.strictObject({
  signHereTabs: v.optional(v.array(v.strictObject({ ...place, scaleValue: Scale }))),
  approveTabs: v.optional(v.array(v.strictObject(place))),
})

const Signer = v.strictObject({
  ...contact,
  clientUserId: upTo(100),
  embeddedRecipientStartURL: v.literal('SIGN_AT_DOCUSIGN'),
  tabs: Tabs,
})
const Copy = v.strictObject(contact)

const Reminders = v.strictObject({
  reminderEnabled: Flag,
  reminderDelay: Count,
  reminderFrequency: Count,
})
const Expirations = v.strictObject({
  expireEnabled: Flag,
  expireAfter: v.pipe(Count, v.regex(/^[1-9]/)),
  expireWarn: Count,
})
export const Notification = v.strictObject({
  useAccountDefaults: v.literal('false'),
  reminders: Reminders,
  expirations: Expirations,
})

const EventNotification = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  deliveryMode: v.literal('SIM'),
  requireAcknowledgment: v.literal('true'),
  loggingEnabled: v.literal('true'),
  includeHMAC: v.literal('true'),
  includeOAuth: v.optional(v.literal('true')),
  includeDocuments: v.literal('false'),
  eventData: v.strictObject({ version: v.literal('restv2.1'), format: v.literal('json') }),
  events: v.array(v.pipe(v.string(), v.regex(/^(envelope|recipient)-[a-z]+$/))),
})

/** The body that creates an envelope; unknown and missing fields are errors. */
export const Definition = v.strictObject({
  status: v.literal('created'),
  emailSubject: v.pipe(upTo(100), v.minLength(1)),
  emailBlurb: upTo(10_000),
  emailSettings: v.optional(
    v.strictObject({
      replyEmailAddressOverride: v.pipe(upTo(100), v.email()),
      replyEmailNameOverride: upTo(100),
    }),
  ),
  documents: v.tuple([
    v.strictObject({
      documentId: v.literal('1'),
      name: v.pipe(upTo(100), v.minLength(1)),
      fileExtension: v.literal('pdf'),
      documentBase64: v.pipe(v.string(), v.base64()),
    }),
  ]),
  recipients: v.strictObject({ signers: v.array(Signer), carbonCopies: v.array(Copy) }),
  notification: Notification,
  eventNotification: EventNotification,
  customFields: v.strictObject({
    textCustomFields: v.tuple([
      v.strictObject({
        name: v.literal('signingId'),
        value: Guid,
        show: v.literal('false'),
        required: v.literal('false'),
      }),
    ]),
  }),
  allowReassign: v.literal('false'),
  allowMarkup: v.literal('false'),
  enableWetSign: v.literal('false'),
})
export type Definition = v.InferOutput<typeof Definition>

export const Change = v.union([
  v.strictObject({ status: v.literal('sent') }),
  v.strictObject({ status: v.literal('voided'), voidedReason: v.pipe(upTo(200), v.minLength(1)) }),
])

const Update = v.strictObject({
  recipientId: Count,
  name: contact.name,
  email: contact.email,
  deliveryMethod: v.optional(contact.deliveryMethod),
  phoneNumber: contact.phoneNumber,
  additionalNotifications: contact.additionalNotifications,
  clientUserId: v.optional(upTo(100)),
  embeddedRecipientStartURL: v.optional(v.literal('SIGN_AT_DOCUSIGN')),
})
export type Update = v.InferOutput<typeof Update>
export const Updates = v.union([
  v.strictObject({ signers: v.array(Update) }),
  v.strictObject({ carbonCopies: v.array(Update) }),
])

export const ViewRequest = v.strictObject({
  returnUrl: v.pipe(v.string(), v.url()),
  authenticationMethod: v.literal('None'),
  clientUserId: upTo(100),
  userName: v.string(),
  email: v.optional(v.string()),
  userId: v.optional(Guid),
})
export type ViewRequest = v.InferOutput<typeof ViewRequest>

export const Bin = v.strictObject({ envelopeIds: v.array(Guid) })
