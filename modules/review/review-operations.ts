import * as v from 'valibot'
import { addOperation } from '#src/http/programs/operation.ts'
import { Moment } from '#src/http/programs/shapes.ts'
import { commentsForProgram, reviewForProgram, startReviewByProgram } from './for-programs.ts'
import { InvitationForm } from './inviting/invitation-form.ts'
import { ExternalForm } from './inviting/reviewer-form.ts'
import { COMMENT_STATES, REVIEWER_KINDS, ROUND_STATES, TURN_STATES } from './schema.ts'

const Review = v.object({
  /** The status of the document. */
  status: v.string(),
  rounds: v.array(
    v.object({
      number: v.number(),
      state: v.picklist(ROUND_STATES),
      note: v.string(),
      startedAt: Moment,
      dueAt: Moment,
      endedAt: v.nullable(Moment),
      reviewers: v.array(
        v.object({
          name: v.string(),
          email: v.string(),
          kind: v.picklist(REVIEWER_KINDS),
          state: v.picklist(TURN_STATES),
          /** Why the reviewer returned the document. */
          reasons: v.string(),
          answeredAt: v.nullable(Moment),
        }),
      ),
    }),
  ),
})

const Comments = v.object({
  items: v.array(
    v.object({
      id: v.string(),
      round: v.number(),
      /** The id of the comment that this one answers. */
      answers: v.nullable(v.string()),
      /** The id of a clause or another part; empty for the whole document. */
      place: v.string(),
      side: v.nullable(v.picklist(['zh', 'en'])),
      quote: v.string(),
      text: v.string(),
      proposal: v.nullable(v.object({ before: v.string(), after: v.string() })),
      internal: v.boolean(),
      state: v.picklist(COMMENT_STATES),
      author: v.string(),
      createdAt: Moment,
    }),
  ),
})

const { name, email, mobile, department, locale } = ExternalForm.entries

addOperation({
  method: 'get',
  path: '/documents/:id/review',
  scope: 'documents:read',
  answer: Review,
  handle: ({ db, viewer, id }) => reviewForProgram(db, viewer, id),
})

addOperation({
  method: 'get',
  path: '/documents/:id/comments',
  scope: 'documents:read',
  answer: Comments,
  handle: ({ db, viewer, id }) => commentsForProgram(db, viewer, id),
})

addOperation({
  method: 'post',
  path: '/documents/:id/review',
  scope: 'documents:write',
  body: v.strictObject({
    ...InvitationForm.entries,
    reviewers: v.optional(
      v.pipe(v.array(v.strictObject({ name, email, mobile, department, locale })), v.maxLength(6)),
      [],
    ),
  }),
  answer: Review,
  idempotent: true,
  handle: ({ db, viewer, id, body: { due, ...invitation } }) =>
    startReviewByProgram(db, viewer, id, { ...invitation, dueAt: due }),
})
