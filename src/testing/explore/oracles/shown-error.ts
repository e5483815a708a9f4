// Finds values of the program, such as `undefined`, in texts and on buttons.

import { labelsOf, textOrCaption } from '../../../control/describe/message.ts'
import { escapeRegex } from '../../../lib/compare/regex.ts'
import { quote } from '../../../lib/safe-text.ts'
import { deedText } from '../deed.ts'
import { type Oracle, textsOf } from './oracle.ts'

/** Matches texts of bots about programming, which may show such values on purpose. */
const PROGRAMMING = /java ?script|typescript|typeof|python|regex/i
/** Matches a single text that may contain such values on purpose. */
const PROGRAMS = /<code>|<pre>|`|java ?script|typescript|typeof|python|regex/i
/** Matches texts about templates and formats, which may contain placeholders such as `{name}` on purpose. */
const TEMPLATES = /placeholder|template|variable|format|usage|syntax|example|message|current|preview/i

/** Values that a bot shows by mistake, each with the texts that may show the value on purpose. */
const MISTAKES: readonly (readonly [value: RegExp, unless: RegExp])[] = [
  [
    /undefined(?! (?:behaviou?r|command|error|function|number|term|value|variable|at|because|for|if|when)\b)/,
    /\b(?:an?|as|be|left|remains?|(?:result|root|zero|\S*\d\S*) is) undefined\b|\bundefined (?:means|is a)\b/i,
  ],
  [/(?<![A-Za-z])(?<!number \()NaN(?![A-Za-rt-z])/, /\bNaN (?:means|stands|is)\b/],
  [/\[(?:object|Function:|AsyncFunction:) [A-Za-z]\w*\]|<\w[^<>]* at 0x(?=[\da-f]+>)/, PROGRAMS],
  [/(?<=\b(?:on|at|for|from|until|by|since) )Invalid Date\b|\bInvalid Date(?=,? \d)/, /error/i],
  [/(?<=@|[\p{Ll},] )(?:None|null)\b(?! of)/u, PROGRAMS],
  [/\$\{[A-Za-z_][\w.]*\}|(?<!\S)%s(?![\w%])/, TEMPLATES],
  [/(?<=[\p{Ll},:] )\{[a-z_]\w*\}(?=[.!?]?$)/mu, TEMPLATES],
]

/** Returns the first value, such as `undefined`, that the text shows by mistake, or ''. */
const valueIn = (text: string): string =>
  MISTAKES.filter(([, unless]) => !unless.test(text) && !PROGRAMS.test(text))
    .map(([value]) => value.exec(text)?.[0] ?? '')
    .find(Boolean) ?? ''

/** Reports a shown value such as `undefined`, unless a person wrote it or an earlier button offers it as a choice. */
export const shownError: Oracle = ({ observation, history }) => {
  if (observation.isFaulty) return undefined
  const conversation = [...history, observation]
  const screens = conversation.flatMap(({ before }) => before?.messages ?? [])
  if (screens.some((message) => PROGRAMMING.test(textOrCaption(message) ?? ''))) return undefined
  const choices = new Set(screens.flatMap(labelsOf))
  const written = JSON.stringify(conversation.map(({ params }) => params))
  for (const call of [...observation.late, ...observation.calls]) {
    const [text = '', ...labels] = textsOf(call)
    const isMistake = (value: string) => value && !choices.has(value) && !written.includes(value)
    const candidates = [text, ...labels.filter((label) => label !== valueIn(label))]
    const shown = call.ok && candidates.find((each) => isMistake(valueIn(each)))
    if (!shown) continue
    const value = valueIn(shown)
    const words = WORDS_BEFORE.exec(shown.slice(0, shown.indexOf(value)))?.[0] + value
    const expression = `/${escapeRegex(words)}/`
    const label = { reply_markup: { inline_keyboard: { contains: { contains: { text: expression } } } } }
    return {
      kind: 'error',
      summary: `${deedText(observation)}, the bot shows ${quote(shown, MAX_QUOTED)}, with ${quote(value)} in it.`,
      cause: `shown ${isVariable(words, written) ? '…' : words}`,
      check: [{ expect: { call: call.method, with: shown === text ? { text: expression } : label, times: 0 } }],
    }
  }
  return undefined
}

/** True if the words before the value may differ each time, because they contain a number or what a person wrote. */
const isVariable = (words: string, written: string) =>
  /\d/.test(words) || words.split(/\W+/).some((word) => word.length > 2 && written.includes(word))

const MAX_QUOTED = 60
/** Matches up to two words at the end of a text. */
const WORDS_BEFORE = /(?:\S+ )?\S* ?$/
