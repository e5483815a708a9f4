// Generators of the texts that people send to the bot, by kind of text.

import { LIMITS } from '../../service/rules/limits.ts'
import type { Random } from './random.ts'

/** Matches texts of the class `words`, such as `kiwi 48213`, inside another text. */
export const OWN_WORDS = /\b[a-z]+ \d{5}\b/g

const WORDS = ['kiwi', 'maple', 'otter', 'cobalt', 'violin', 'harbor', 'pepper', 'walnut']

const oneOf =
  (...texts: string[]) =>
  ({ pick }: Random) =>
    pick(texts)

const TEXTS = {
  /** A text such as `kiwi 48213`, which is rare enough to be recognized in another person's chat. */
  words: ({ pick, between }) => `${pick(WORDS)} ${between(10_000, 99_999)}`,
  /** Markup, quotes, emoji, right-to-left text, a link and a line break in one text, because each can break a bot. */
  mixed: ({ pick }) => `<${pick(['b', 'x'])}>*é_ 😀 "q" 'x' {[(%&\\ שלום\nhttps://example.com/?a=1;`,
  /** Many are small, because the number may be the seconds of a timer. */
  number: ({ between, pick }) => String(pick([0, 1, 2, 3, between(0, 12), between(0, 200)])),
  negative: oneOf('-1', '-5', '-0.5'),
  huge: oneOf('999999999999', '1e9', '1e21'),
  fraction: oneOf('3.5', '0.1', '1,5'),
  oddNumber: oneOf('0', '007', 'nan', '1e999'),
  date: ({ between, pick }) =>
    pick(['%-02-28', '%-11-05', '28.02.%', '05.11.%', '12/24/%']).replace('%', String(between(2020, 2035))),
  time: ({ between }) => `${between(0, 25)}:${String(between(0, 60)).padStart(2, '0')}`,
  duration: ({ between, pick }) => `${between(0, 90)}${pick(['s', 'm', 'h', 'd'])}`,
  email: ({ pick }) => `${pick(WORDS)}${pick(['', '.o+x', "o'b&c"])}@example.com`,
  name: oneOf('Anna Smith', 'Maria', 'Zoë O’Neil', "Ian O'Hara-Lee"),
  phone: ({ between, pick }) => `${pick(['+1 555 ', '+1555', '0555'])}${between(0, 9_999_999)}`,
  yes: oneOf('yes', 'no', 'Yes', 'NO', 'ok', 'cancel'),
  blank: oneOf(' ', '\n', '\t', '\u200b', '  \n '),
  long: ({ pick }) => pick(['a', 'long ', 'é']).repeat(LIMITS.textPoints).slice(0, LIMITS.textPoints),
  middling: ({ between }) => 'lorem ipsum '.repeat(between(5, 125)).trim(),
  emoji: oneOf('👍', '👩‍👩‍👧‍👦', '🇩🇪🇫🇷', '😀 '.repeat(20).trim(), '❤️'),
  markup: oneOf('<b>bold</b>', '*bold* _it', '[a](http://x', '&lt;', '`code', '<script>'),
  code: oneOf('__proto__', 'constructor', 'toString', 'null', '{"a":1}', 'a|b', 'a:b:c', '$1 %s', '{{7*7}}', "';--"),
  link: oneOf('https://example.com', 'see http://example.com/a?b=1 now', 'example.com', 'https://'),
  twoWords: ({ between, pick }) => `${between(0, 20)} ${pick(WORDS)}`,
  wordNumber: ({ between, pick }) => `${pick(WORDS)} ${between(0, 20)}`,
} satisfies Record<string, (random: Random) => string>

export type TextClass = keyof typeof TEXTS

export const TEXT_CLASSES = Object.keys(TEXTS) as TextClass[]

export const sampleText = (textClass: TextClass, random: Random): string => TEXTS[textClass](random)
