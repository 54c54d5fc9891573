import { pageBrand } from '#modules/brand/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { type FormState, readForm, requireForm } from '#src/http/body.ts'
import { writeCookie } from '#src/http/cookies.ts'
import { page } from '#src/http/page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { handOver, handOverForm } from '../../../running/hand-over.ts'
import { askSender, listOwnQuestions, QuestionForm } from '../../../running/questions.ts'
import { beforeRealName, entranceCookie, whenEntered } from '../entrance.ts'
import { browserOf } from '../evidence/browser.ts'
import { stepOf, type Turn } from '../signer-link.ts'
import { HandedOverPage, HandOverPage, QuestionPage } from '../views/colleague-pages.tsx'
import { enterNext } from './next-document.ts'

/**
 * A signatory hands over to someone else, asks the sender a question, or continues with the next document.
 */
export const colleagueRoutes = routes()

const pageOptions = (
  c: Ctx,
  turn: Turn,
  key: 'handOver.title' | 'handOver.done' | 'question.pageTitle',
  status: 200 | 422 = 200,
) =>
  ({
    title: translate(c.var.locale)(`signing.${key}`),
    shell: 'slim',
    status,
    brand: pageBrand(turn),
  }) as const

const isOpen = (turn: Turn) => turn.state === 'invited' && turn.signing_state === 'started'

const handOverPage = (c: Ctx, turn: Turn, form: FormState = {}) =>
  page(
    c,
    <HandOverPage turn={turn} {...form} />,
    pageOptions(c, turn, 'handOver.title', form.problems ? 422 : 200),
  )

colleagueRoutes.get('/signing/:id/hand-over', (c) =>
  beforeRealName(c, (turn) => (isOpen(turn) ? handOverPage(c, turn) : goTo(c, stepOf(turn)))),
)

/** The field that shows an error. */
const FIELD_OF: Record<string, string> = { MISSING_GLYPH: 'name', DUPLICATE_PARTY_CONTACT: 'email' }

colleagueRoutes.post('/signing/:id/hand-over', (c) =>
  beforeRealName(c, async (turn) => {
    const form = await readForm(c, handOverForm(turn.identification))
    if (!isOpen(turn)) return goTo(c, stepOf(turn))
    if (!form.ok) return handOverPage(c, turn, form)
    try {
      await handOver(c.var.db, turn, form.output)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'SIGNING_STATUS_WRONG') throw error
      logRefused(c, error)
      const field = FIELD_OF[error.code] ?? 'form'
      const formField = field === 'email' && turn.identification === 'phone' ? 'phone' : field
      const problems = { [formField]: error.words }
      return handOverPage(c, turn, { values: form.values, problems, details: error.details })
    }
    const content = <HandedOverPage turn={turn} successor={form.output} />
    return page(c, content, pageOptions(c, turn, 'handOver.done'))
  }),
)

async function questionPage(c: Ctx, turn: Turn, form: FormState = {}) {
  const questions = await listOwnQuestions(c.var.db, turn.id)
  const content = <QuestionPage turn={turn} questions={questions} {...form} />
  return page(c, content, pageOptions(c, turn, 'question.pageTitle', form.problems ? 422 : 200))
}

colleagueRoutes.get('/signing/:id/question', (c) => beforeRealName(c, (turn) => questionPage(c, turn)))

colleagueRoutes.post('/signing/:id/question', (c) =>
  beforeRealName(c, async (turn) => {
    const form = await readForm(c, QuestionForm)
    if (!form.ok) return questionPage(c, turn, form)
    try {
      await askSender(c.var.db, turn.id, form.output.question)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      logRefused(c, error)
      const { values } = form
      return questionPage(c, turn, { values, problems: { question: error.words }, details: error.details })
    }
    return goTo(c, `/signing/${turn.id}/question`)
  }),
)

colleagueRoutes.post('/signing/:id/next/:next', (c) =>
  whenEntered(c, async (turn) => {
    await requireForm(c)
    const nextTurnId = c.req.param('next')!
    const secret = await enterNext(c.var.db, turn, nextTurnId, browserOf(c))
    writeCookie(c, entranceCookie(nextTurnId), secret, { httpOnly: true })
    return goTo(c, `/signing/${nextTurnId}`)
  }),
)
