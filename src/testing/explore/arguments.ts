// Derives arguments of commands, and answers to questions, from the bot's texts.

import { textOrCaption } from '../../control/describe/message.ts'
import type { Random } from './random.ts'
import { botMessages, type PersonScreen } from './screen.ts'
import { sampleText } from './texts.ts'

/** Matches a command in a text, but not `</b>`, and up to eight words after it, which may be an example of its argument. */
const COMMAND_WITH_EXAMPLE = /(?<![\w/<])(\/[a-z]\w{0,31})((?: [^\s/)]+){0,8})/gi
const END_OF_SENTENCE = /[.!](?:\s.*)?$/
const LAST_PUNCTUATION = /[.,;:!?]+$/
/** Matches words such as "to see the list" after a command's example, but not if a ";" or "|" follows the words. */
const END_OF_EXAMPLE =
  /\s+(?:to|or|and|for|with|there|at|in|is|if|when|shows?|sends?|starts?|explains?|again)\b(?!.*[;|]).*$/i
const PLACEHOLDER = /^[<[{(]|[>\]})]$/

/** Returns the commands in a text of the bot. Each has the example of an argument that follows it, or ''. */
export const commandsIn = (text: string): { command: string; example: string }[] =>
  [...text.matchAll(COMMAND_WITH_EXAMPLE)].map(([, command = '', behind = '']) => ({
    command,
    example: ` ${behind.replace(END_OF_SENTENCE, '').trim()}`
      .replace(END_OF_EXAMPLE, '')
      .trim()
      .replace(LAST_PUNCTUATION, ''),
  }))

const UNCHANGED_SHARE = 0.3
const MIXED_SHARE = 0.2

/** Generates an argument like the example: with other numbers, and with other words in the end or as placeholders. */
export function likeExample(example: string, random: Random): string {
  if (random.chance(UNCHANGED_SHARE)) return example
  const words = example.split(' ')
  return words
    .map((word, i) => {
      if (/^\d+$/.test(word)) return sampleText('number', random)
      const isFree = i === words.length - 1 || PLACEHOLDER.test(word)
      return isFree ? sampleText(random.chance(MIXED_SHARE) ? 'mixed' : 'words', random) : word
    })
    .join(' ')
}

/** Returns the texts that people wrote in the chat, without commands and long texts. */
export const ownWords = ({ messages }: PersonScreen): string[] =>
  messages
    .filter(({ author, text }) => !author.is_bot && text !== undefined)
    .map(({ text = '' }) => text.replace(/^\/\S+\s*/, ''))
    .filter((text) => text.trim() && text.length <= 60)
    .slice(-8)

/** Patterns of examples in a text: dates and times, quotations, list items, text after "like". */
const SHOWN = [
  /(?<![\w+])(?:\d{1,4}(?:[-./]\d{1,4}){2}|\d{1,2}:\d\d)(?!\w)/g,
  /["“«'`]([^"”»'`\n]{1,40})["”»'`]/g,
  /^\s*(?:[-*•]|\w[.)])\s*(.{1,30})$/gm,
  /(?:\be\.g\.|\bexample|\bsuch as|\blike|\bformat)[:,]?\s+([^\n,;()"?!]{1,40}?)(?=[.?!]?\s*$|[.?!]\s|[,;)\n]|\sor\s)/gim,
]

/** Without examples, numbers such as the limits in "from 1 to 150" are worth a try. */
const NUMBER = /(?<![\w.,:+-])\d{1,6}(?![\w:]|[.,]\d)/g

/** Returns the parts of the bot's two newest messages that show how to answer. */
export function examplesIn(screen: PersonScreen): string[] {
  const text = botMessages(screen)
    .slice(-2)
    .map((message) => textOrCaption(message) ?? '')
    .join('\n')
  const find = (regex: RegExp) => [...text.matchAll(regex)].map(([all, part = all]) => part)
  const found = SHOWN.flatMap(find).filter((each) => each.trim())
  return [...new Set(found.length ? found : find(NUMBER))]
}

/** Returns an answer like the example: the same, or with other digits. */
export const answerLike = (example: string, random: Random): string =>
  random.chance(0.5) ? example : example.replace(/[1-9]/g, () => String(1 + random.below(9)))
