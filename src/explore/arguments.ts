// Derives arguments of commands, and answers to questions, from the bot's texts.

import { textOrCaption } from '../describe/message.ts'
import type { Random } from './random.ts'
import { botMessages, type Screen } from './screen.ts'
import { sampleText, type TextClass } from './texts.ts'

/** Matches a command in a text of the bot. The up to eight words after it may be an example of its argument. */
const COMMAND_WITH_EXAMPLE = /(?<![\w/])(\/[a-z]\w{0,31})((?: [^\s/)]+){0,8})/gi
const END_OF_SENTENCE = /[.!](?:\s.*)?$/
const LAST_PUNCTUATION = /[.,;:!?]+$/
/** Matches the rest of the sentence after a command and its example, such as "to see the list". */
const END_OF_EXAMPLE = /\s+(?:to|or|and|for|with|there|at|in|is|if|when|shows?|sends?|explains?|again)\b.*$/i
const PLACEHOLDER = /^[<[{(]|[>\]})]$/

/** Returns the commands in a text of the bot. The example of the argument is '' if the text does not show one. */
export const commandsIn = (text: string): { command: string; example: string }[] =>
  [...text.matchAll(COMMAND_WITH_EXAMPLE)].map(([, command = '', behind = '']) => ({
    command,
    example: ` ${behind.replace(END_OF_SENTENCE, '').trim()}`
      .replace(END_OF_EXAMPLE, '')
      .trim()
      .replace(LAST_PUNCTUATION, ''),
  }))

/**
 * Generates an argument like the example: replaces its numbers and words, leaves out its end, or returns the example
 * itself. With `isSoon`, most numbers are at most 2, because they may be the seconds of a timer.
 */
export function likeExample(example: string, random: Random, isSoon = false): string {
  if (random.chance(isSoon ? 0.1 : 0.25)) return example
  const all = example.split(' ')
  const words = random.chance(0.15) ? all.slice(0, 1 + random.below(all.length)) : all
  const isLabel = words.length === 1 && random.chance(0.4)
  return words
    .map((word, i) => {
      if (/^\d+$/.test(word))
        return isSoon && random.chance(0.7)
          ? String(random.pick([0, 1, 2]))
          : random.chance(0.2)
            ? word
            : smallNumber(random)
      if (isLabel) return word
      if (PLACEHOLDER.test(word) || i === words.length - 1) return sampleText('words', random)
      return word
    })
    .join(' ')
}

const smallNumber = (random: Random) => String(random.pick([0, 1, 1, 2, 2, 3, 4, 5, 7, 9, 10, 12, 50, 120, -1]))

/** Returns the texts that people wrote in the chat, without commands and long texts. */
export const ownWords = ({ messages }: Screen): string[] =>
  messages
    .filter(({ author, text }) => !author.is_bot && text !== undefined)
    .map(({ text = '' }) => text.replace(/^\/\S+\s*/, ''))
    .filter((text) => text.trim() && text.length <= MAX_OWN_WORDS)
    .slice(-8)

const MAX_OWN_WORDS = 60

/** Returns possible answers from the bot's newest message: list items, quoted words and examples such as 18:00. */
export function wordsOnScreen(screen: Screen): string[] {
  const text = newestText(screen)
  const quoted = [...text.matchAll(/["“«'`]([^"”»'`\n]{1,40})["”»'`]/g)].map(([, inner]) => inner ?? '')
  const items = [...text.matchAll(/^\s*(?:[-*•]|\w[.)])\s*(.{1,30})$/gm)].map(([, item]) => item ?? '')
  const examples = [...text.matchAll(/(?<!\S)\d+[-:./]\d+[-:./\d]*(?<=\d)/g)].map(([example]) => example)
  return [...new Set([...quoted, ...items, ...examples])].filter((each) => each.trim()).slice(0, 6)
}

const newestText = (screen: Screen) => {
  const newest = botMessages(screen).at(-1)
  return (newest && textOrCaption(newest)) ?? ''
}

/** Words with which a bot asks for a text, each with the class of text that answers. */
const QUESTIONS: readonly (readonly [RegExp, TextClass])[] = [
  [/number|how (?:many|old|much|long)|\bage\b|amount|quantity|price|\d+ to \d+/i, 'number'],
  [/e-?mail|address/i, 'email'],
  [/\bdate|\bday\b|birthday|when\b/i, 'date'],
  [/\btime\b|when\b|o'clock|hour/i, 'time'],
  [/phone|number/i, 'phone'],
  [/\byes\b|\bsure\b|confirm|really/i, 'yes'],
  [/\bname\b|title|text|describe|write|what/i, 'words'],
  [/\blink\b|\burl\b|website/i, 'link'],
]

/** Returns the classes of text that answer the bot's newest message, if the message asks for a text. */
export const askedClasses = (screen: Screen): TextClass[] => {
  const text = newestText(screen)
  return QUESTIONS.filter(([question]) => question.test(text)).map(([, textClass]) => textClass)
}
