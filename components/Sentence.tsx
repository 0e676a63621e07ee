import { Fragment, type ReactNode } from 'react'
import { type MessageKey, template } from './i18n'

/** A sentence of the catalogue whose placeholders are components, in whatever order the language wants them. */
export function Sentence({ of, values }: { of: MessageKey; values: Readonly<Record<string, ReactNode>> }) {
  return <>{fillTemplate(template(of), values)}</>
}

export function fillTemplate(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return text
    .split(/(\{\w+\})/)
    .map((part, index) => ({ part, key: `${index}` }))
    .map(({ part, key }) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return <Fragment key={key}>{name !== undefined && name in values ? values[name] : part}</Fragment>
    })
}
