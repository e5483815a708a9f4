// Text on the screen: sanitized, on one line or wrapped, in a tone.

import { Text, type TextProps, Transform } from 'ink'
import { Children, type ReactNode } from 'react'
import { useEmulator } from '../hooks/use-emulator.ts'
import { colourOf, type Tone } from '../look.ts'
import type { Part } from '../screen/items.ts'
import { oneLine } from '../text/cells.ts'

export interface WordsProps extends TextProps {
  tone?: Tone | undefined
  /** Keeps line breaks, which otherwise become spaces. */
  isMultiline?: boolean
}

/** Shows texts of bots and people safely. Use it in place of Ink's `<Text>`. */
export const Words = ({ children, tone, isMultiline = false, ...props }: WordsProps) => (
  <Text wrap="truncate" {...colourOf(useEmulator().look, tone)} {...props}>
    {Children.map(children, isMultiline ? safeLines : safeLine)}
  </Text>
)

export const Paragraph = (props: WordsProps) => (
  <Transform transform={withoutBlank}>
    <Words wrap="wrap" {...props} />
  </Transform>
)

/** Ink begins a continued line with the blank at which it broke the text. */
const withoutBlank = (line: string, index: number) => (index ? line.replace(/^((?:\u001b\[[\d;]*m)*) /, '$1') : line)

const safeLine = (child: ReactNode) => (typeof child === 'string' ? oneLine(child) : child)

const safeLines = (child: ReactNode) => (typeof child === 'string' ? child.split('\n').map(oneLine).join('\n') : child)

export function Parts({ parts, ...props }: WordsProps & { parts: readonly Part[] }) {
  return (
    <Words {...props}>
      {parts.map((part, i) => {
        if (typeof part === 'string') return part
        const { text, ...look } = part
        return (
          <Words key={i} {...look}>
            {text}
          </Words>
        )
      })}
    </Words>
  )
}
