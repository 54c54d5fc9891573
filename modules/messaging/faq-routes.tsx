import * as v from 'valibot'
import { translate } from '#src/core/i18n.ts'
import { hashOf } from '#src/core/secrets.ts'
import { readForm } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import { fragment, page } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import { findFaqs, listFaqs, structuredFaq, voteOnFaq } from './faq.ts'
import { FaqList, FaqPage } from './views/faq-page.tsx'
import { FaqThanks } from './views/faq-vote.tsx'

/** The help page: frequently asked questions. */
export const faqRoutes = routes()

const PUBLIC_PATH = '/faq'
const MEMBER_PATH = '/mgmt/faq-list'

async function faqPage(c: Ctx, isLoggedIn: boolean) {
  const { locale, db } = c.var
  const keyword = (c.req.query('keyword') ?? '').trim().slice(0, 100)
  const { voted, helpful } = c.req.query()
  const allFaqs = await listFaqs(db, locale)
  const props = {
    faqs: keyword ? await findFaqs(db, locale, keyword) : allFaqs,
    keyword,
    isLoggedIn,
    voted: voted ? { id: voted, helpful: helpful === 'yes' } : undefined,
  }
  if (isFragmentRequest(c)) return fragment(c, <FaqList {...props} />)
  return page(c, <FaqPage {...props} />, {
    title: translate(locale)('messaging.faq.title'),
    description: translate(locale)('messaging.faq.description'),
    shell: isLoggedIn ? 'mgmt' : 'public',
    open: !c.var.viewer,
    cacheKey: hashOf(JSON.stringify([allFaqs, props.faqs])),
    seo: isLoggedIn ? undefined : { path: PUBLIC_PATH, structured: [structuredFaq(allFaqs)] },
  })
}

faqRoutes.get(PUBLIC_PATH, (c) => faqPage(c, false))
faqRoutes.get(MEMBER_PATH, (c) => faqPage(c, true))

const VoteForm = v.object({ helpful: v.picklist(['yes', 'no']) })

/** With script the thanks replace the buttons of the vote; without, the page opens again at the question. */
async function vote(c: Ctx, isLoggedIn: boolean) {
  const id = c.req.param('id')!
  const home = isLoggedIn ? MEMBER_PATH : PUBLIC_PATH
  const form = await readForm(c, VoteForm)
  if (!form.ok) return goTo(c, home)
  const helpful = form.output.helpful === 'yes'
  const voter = c.var.viewer?.id ?? c.var.visitor
  await voteOnFaq(c.var.db, { id, helpful, voter, network: networkOf(c) })
  if (isFragmentRequest(c))
    return fragment(c, <FaqThanks id={id} helpful={helpful} isLoggedIn={isLoggedIn} />)
  return goTo(c, `${home}?${new URLSearchParams({ voted: id, helpful: form.output.helpful })}#faq-${id}`)
}

for (const inside of [false, true]) {
  const votePath = `${inside ? MEMBER_PATH : PUBLIC_PATH}/:id/vote`
  // The address of a refused vote may be reloaded.
  faqRoutes.get(votePath, (c) => goTo(c, inside ? MEMBER_PATH : PUBLIC_PATH))
  faqRoutes.post(votePath, (c) => vote(c, inside))
}
