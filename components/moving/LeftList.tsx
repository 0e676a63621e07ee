import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import type { LeftOut } from './files/contents'
import { leftExamples, leftSentence } from './words'

/** What was not taken over: how many, why, and the first of them by name. */
export function LeftList({ left }: { left: readonly LeftOut[] }) {
  if (left.length === 0) return null
  return (
    <Notice tone="caution">
      <p>{t('moving_left_title')}</p>
      <ul className="moving-left" data-testid="moving-left">
        {left.map(each => {
          const examples = leftExamples(each)
          return (
            <li key={`${each.part} ${each.reason}`}>
              {leftSentence(each)} {examples !== '' && <bdi className="quiet">{examples}</bdi>}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
