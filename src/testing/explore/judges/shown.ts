// Judges what people see: values such as `undefined`, and what others wrote in private.

import type { CallView } from '../../../control/contract/traffic.ts'
import { labelsOf, textOrCaption } from '../../../control/describe/message.ts'
import { escapeRegex } from '../../../lib/compare/regex.ts'
import { quote } from '../../../lib/safe-text.ts'
import { shownByCall } from '../../seen/seen.ts'
import { nameFromHandle } from '../../worlds/world-file.ts'
import type { Observation } from '../observation.ts'
import { OWN_WORDS } from '../texts.ts'
import { expectNever, type Judge, MAX_QUOTED } from './suspicion.ts'

function textsOf(call: CallView): [string, ...string[]] {
  const { text = '', buttons = [] } = shownByCall(call)
  return [text, ...buttons.flat()]
}

const shownCalls = ({ calls }: Observation) => calls.filter(({ ok }) => ok)

/** Matches texts of bots about programming, which may show such values on purpose. */
const PROGRAMMING = /java ?script|typescript|typeof|python|regex/i
const CODE = /<(code|pre)>.*?<\/\1>|`[^`]*`/gs
/** Matches texts about templates and formats, which may contain placeholders such as `{name}` on purpose. */
const TEMPLATES = /placeholder|template|variable|format|usage|syntax|example|message|current|preview/i

/** Values that a bot shows by mistake, each with the texts that may show the value on purpose. */
const MISTAKES: readonly (readonly [value: RegExp, unless?: RegExp])[] = [
  [
    /undefined(?! (?:behaviou?r|command|error|function|number|term|value|variable|at|because|for|if|when)\b)/,
    /\b(?:an?|as|be|left|remains?|(?:result|root|zero|\S*\d\S*) is) undefined\b|\bundefined (?:means|is a)\b/i,
  ],
  [/(?<![A-Za-z])(?<!number \()NaN(?![A-Za-rt-z])/, /\bNaN (?:means|stands|is)\b/],
  [/\[(?:object|Function:|AsyncFunction:) [A-Za-z]\w*\]|<\w[^<>]* at 0x(?=[\da-f]+>)/],
  [/(?<=\b(?:on|at|for|from|until|by|since) )Invalid Date\b|\bInvalid Date(?=,? \d)/, /error/i],
  [/(?<=@|[\p{Ll},] )(?:None|null)\b(?! of)/u],
  [/\$\{[A-Za-z_][\w.]*\}|(?<!\S)%s(?![\w%])/, TEMPLATES],
  [/(?<=[\p{Ll},:] )\{[a-z_]\w*\}(?=[.!?]?$)/mu, TEMPLATES],
]

/** Returns the first value, such as `undefined`, that the text shows by mistake, or ''. */
function valueIn(shown: string): string {
  const text = PROGRAMMING.test(shown) ? '' : shown.replace(CODE, '')
  const values = MISTAKES.map(([value, unless]) => (unless?.test(text) ? undefined : value.exec(text)?.[0]))
  return values.find((value) => value !== undefined) ?? ''
}

/** Matches up to two words at the end of a text. */
const WORDS_BEFORE = /(?:\S+ )?\S* ?$/

/** Reports a shown value such as `undefined`, unless a person wrote it or an earlier button offers it as a choice. */
export const shownValue: Judge = ({ observation, history }) => {
  const conversation = [...history, observation]
  const screens = conversation.flatMap(({ before }) => before?.messages ?? [])
  if (screens.some((message) => PROGRAMMING.test(textOrCaption(message) ?? ''))) return undefined
  const choices = new Set(screens.flatMap(labelsOf))
  const written = JSON.stringify(conversation.map(({ params }) => params))
  for (const call of shownCalls(observation)) {
    const [text, ...labels] = textsOf(call)
    const isMistake = (value: string) => value && !choices.has(value) && !written.includes(value)
    const candidates = [text, ...labels.filter((label) => label !== valueIn(label))]
    const shown = candidates.find((each) => isMistake(valueIn(each)))
    if (!shown) continue
    const value = valueIn(shown)
    const words = WORDS_BEFORE.exec(shown.slice(0, shown.indexOf(value)))?.[0] + value
    return {
      what: `, the bot shows ${quote(shown, MAX_QUOTED)}, with ${quote(value)} in it.`,
      cause: `shown ${isVariable(words, written) ? '…' : words}`,
      check: [expectNever(call.method, { with: matching(call, words) })],
    }
  }
  return undefined
}

/** Returns the parameters that an expectation needs to match words in a text or on a button. */
function matching({ params }: CallView, words: string) {
  const expression = `/${escapeRegex(words)}/`
  const key = ['text', 'caption'].find((each) => String(params[each] ?? '').includes(words))
  return key
    ? { [key]: expression }
    : { reply_markup: { inline_keyboard: { contains: { contains: { text: expression } } } } }
}

/** True if the words before the value may differ each time, because they contain a number or what a person wrote. */
const isVariable = (words: string, written: string) =>
  /\d/.test(words) || words.split(/\W+/).some((word) => word.length > 2 && written.includes(word))

/** Reports what one person wrote to the bot in private and another person sees, now or in a later conversation. */
export const leak: Judge = ({ observation, memory }) => {
  const { handles, move } = observation
  for (const call of shownCalls(observation)) {
    const reader = handles.get(Number(call.params.chat_id))
    if (!reader || Number(call.params.chat_id) < 0) continue
    const found = textsOf(call).join('\n').match(OWN_WORDS) ?? []
    const written = found.flatMap((each) => memory.written.get(each) ?? []).find(({ author }) => author !== reader)
    if (!written) continue
    const { words, author, moves } = written
    const isNow = written.handles === handles
    // If a bot shows a text to another person right after the author sent it, the bot forwards texts on purpose.
    if (isNow && move.params.as === author) memory.passesOn = true
    if (memory.passesOn) continue
    return {
      what: `, the bot shows ${nameFromHandle(reader)} words that ${nameFromHandle(author)} had written to it in private: ${words}`,
      cause: 'leak',
      earlier: isNow ? undefined : moves,
      check: [expectNever(call.method, { with: { chat_id: reader, ...matching(call, words) } })],
    }
  }
  return undefined
}
