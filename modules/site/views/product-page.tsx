import { Icon } from '#views/icons.tsx'
import type { GroupWith, Translator } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Facts, Section } from './section.tsx'

interface Props {
  locale: string
  loggedIn: boolean
}

export function ProductPage({ locale, loggedIn }: Props) {
  const t = useTranslations('site.product')
  return (
    <>
      <Hero loggedIn={loggedIn} />
      <Proof anchor="twin-clauses" picture={`twin-${locale}`} size={[1024, 600]} white />
      <Proof anchor="typeset-pages" picture="page" size={[1000, 600]} />
      <Proof anchor="signatures" picture={`log-${locale}`} size={[992, 536]} white />
      <Section anchor="templates" lead={t('templates.lead')}>
        <Facts
          facts={factsOf(t, [
            'templates.nda',
            'templates.sales',
            'templates.service',
            'templates.labour',
            'templates.lease',
            'templates.resolution',
          ])}
        />
      </Section>
      <Section anchor="steps" white>
        <ol className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
          {(['choose', 'fill', 'finalise', 'sign'] as const).map((step, index) => (
            <li key={step}>
              <span className="font-serif text-3xl text-primary" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="mt-1 font-semibold">{t(`steps.${step}.title`)}</h3>
              <p className="mt-1 text-base-content/75">{t(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section anchor="your-data" lead={t('data.lead')}>
        <Facts facts={factsOf(t, ['data.yours', 'data.locked', 'data.leave'])} />
      </Section>
      <Ending loggedIn={loggedIn} />
    </>
  )
}

type FactsIn<N extends 'templates' | 'data'> = `${N}.${GroupWith<`site.product.${N}`, 'title' | 'text'>}`

function factsOf(t: Translator<'site.product'>, keys: (FactsIn<'templates'> | FactsIn<'data'>)[]) {
  return keys.map((key) => ({ title: t(`${key}.title`), text: t(`${key}.text`) }))
}

function Hero({ loggedIn }: { loggedIn: boolean }) {
  const t = useTranslations('site.product')
  return (
    <section className="overflow-hidden px-4 pt-10 pb-12 sm:pt-16">
      <div className="mx-auto grid max-w-6xl items-center gap-8 lg:grid-cols-[5fr_6fr]">
        <div>
          <h1 className="text-balance break-keep font-serif text-4xl leading-tight sm:text-5xl">
            {t('headline')}
          </h1>
          <p className="mt-5 max-w-xl text-base-content/75 text-lg">{t('lead')}</p>
          <p className="mt-7 flex flex-wrap gap-3">
            <StartLink loggedIn={loggedIn} />
            <a href="/pricing" className="btn btn-lg btn-ghost">
              {t('seePricing')}
            </a>
          </p>
        </div>
        <img
          src="/images/hero.webp"
          srcSet="/images/hero-720.webp 720w, /images/hero.webp 1120w"
          sizes="(min-width: 1024px) 620px, calc(100vw - 2rem)"
          width={1120}
          height={880}
          alt={t('heroAlt')}
          fetchPriority="high"
          className="h-auto w-full"
        />
      </div>
    </section>
  )
}

function StartLink({ loggedIn }: { loggedIn: boolean }) {
  const t = useTranslations('common')
  return (
    <a href={loggedIn ? '/mgmt/new-doc' : '/acct/register'} className="btn btn-lg btn-primary">
      {loggedIn ? t('site.newDocument') : t('freeDemo')}
    </a>
  )
}

interface ProofProps {
  anchor: 'twin-clauses' | 'typeset-pages' | 'signatures'
  picture: string
  size: [number, number]
  white?: boolean
}

/** A claim beside a picture of the product that proves it. */
function Proof({ anchor, picture, size: [width, height], white }: ProofProps) {
  const t = useTranslations(`site.product.proof.${anchor}`)
  return (
    <Section anchor={anchor} lead={t('lead')} white={white}>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[2fr_3fr]">
        <ul className="flex flex-col gap-4">
          {(['first', 'second', 'third'] as const).map((point) => (
            <li key={point} className="flex gap-3">
              <Icon name="check" className="mt-1 size-5 text-success" />
              <span>{t(point)}</span>
            </li>
          ))}
        </ul>
        <img
          src={`/images/${picture}.webp`}
          srcSet={`/images/${picture}-720.webp 720w, /images/${picture}.webp ${width}w`}
          sizes="(min-width: 1024px) 672px, calc(100vw - 2rem)"
          width={width}
          height={height}
          loading="lazy"
          alt={t('alt')}
          className="h-auto w-full rounded-box border border-base-300"
        />
      </div>
    </Section>
  )
}

function Ending({ loggedIn }: { loggedIn: boolean }) {
  const t = useTranslations('site.product')
  return (
    <section className="border-base-300 border-t bg-base-100 px-4 py-14 text-center">
      <h2 className="text-balance font-serif text-2xl sm:text-3xl">{t('ending.title')}</h2>
      <p className="mx-auto mt-3 mb-6 max-w-xl text-base-content/75">{t('ending.text')}</p>
      <StartLink loggedIn={loggedIn} />
    </section>
  )
}
