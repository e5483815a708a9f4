// Generators of the texts that people send to the bot, by kind of text.

import fc from 'fast-check'
import type { Random } from './random.ts'

export const MAX_TEXT = 4096

/** Matches texts of the class `words`, such as `kiwi 48213`, inside another text. */
export const OWN_WORDS = /\b[a-z]+ \d{5}\b/g

const word = fc.constantFrom('kiwi', 'maple', 'otter', 'cobalt', 'violin', 'harbor', 'pepper', 'walnut')

/** Generates a text such as `kiwi 48213`, which is rare enough to be recognized in another person's chat. */
const ownWords = fc.tuple(word, fc.integer({ min: 10_000, max: 99_999 })).map(([one, n]) => `${one} ${n}`)

const CODE = '../../etc/passwd {{7*7}} $1 %s%n __proto__ constructor null [] {"a":1} a|b a:b:c toString'.split(' ')

export const TEXTS = {
  words: ownWords,
  /** Markup, quotes, emoji, right-to-left text, a link and a line break in one text, because each can break a bot. */
  mixed: fc.constantFrom('b', 'x').map((tag) => `<${tag}>*é_ 😀 "q" 'x' {[(%&\\ שלום\nhttps://example.com/?a=1;`),
  number: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 200 })).map(String),
  oddNumber: fc.constantFrom('0', '-1', '3.5', '1e9', '999999999999', '007', '1,5', 'nan'),
  date: fc
    .tuple(fc.integer({ min: 2020, max: 2035 }), fc.constantFrom('%-02-28', '%-11-05', '28.02.%', '05.11.%', '12/24/%'))
    .map(([year, date]) => date.replace('%', String(year))),
  time: fc.tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 60 })).map(([h, m]) => `${h}:${pad(m)}`),
  duration: fc
    .tuple(fc.integer({ min: 0, max: 90 }), fc.constantFrom('s', 'm', 'h', 'd'))
    .map(([n, unit]) => `${n}${unit}`),
  email: fc.tuple(word, fc.constantFrom('', '.o+x', "o'b&c")).map((name) => `${name.join('')}@example.com`),
  name: fc.constantFrom('Anna Smith', 'Maria', 'Zoë O’Neil', "Ian O'Hara-Lee"),
  phone: fc.tuple(fc.constantFrom('+1 555 ', '+1555', '0555'), fc.nat(9_999_999)).map(([area, n]) => `${area}${n}`),
  yes: fc.constantFrom('yes', 'no', 'Yes', 'NO', 'ok', 'cancel'),
  blank: fc.constantFrom(' ', '\n', '\t', '\u200b', '  \n '),
  long: fc.constantFrom('a', 'long ', 'é').map((part) => part.repeat(MAX_TEXT).slice(0, MAX_TEXT)),
  middling: fc.integer({ min: 60, max: 1500 }).map((length) => 'lorem ipsum '.repeat(length).slice(0, length).trim()),
  emoji: fc.constantFrom('👍', '👩‍👩‍👧‍👦', '🇩🇪🇫🇷', '😀 '.repeat(20).trim(), '❤️'),
  rightToLeft: fc.constantFrom('שלום עולם', 'مرحبا', '\u202eabc'),
  markup: fc.constantFrom('<b>bold</b>', '*bold* _it', '[a](http://x', '&lt;', '`code', '<script>'),
  code: fc.constantFrom(...CODE, "'; DROP TABLE users; --"),
  link: fc.constantFrom('https://example.com', 'see http://example.com/a?b=1 now', 'example.com', 'https://'),
  twoWords: fc.tuple(fc.integer({ min: 0, max: 20 }), word).map(([n, one]) => `${n} ${one}`),
  wordNumber: fc.tuple(word, fc.integer({ min: 0, max: 20 })).map(([one, n]) => `${one} ${n}`),
} satisfies Record<string, fc.Arbitrary<string>>

export type TextClass = keyof typeof TEXTS

export const pad = (n: number) => String(n).padStart(2, '0')

export const TEXT_CLASSES = Object.keys(TEXTS) as TextClass[]

export const sampleText = (textClass: TextClass, random: Random): string =>
  fc.sample<string>(TEXTS[textClass], { seed: random.below(2 ** 31), numRuns: 1 })[0] ?? ''

/** Removes the start and the end of a text while `stillFails` returns true. Tries at most `maxTries` times. */
export async function shrinkText(text: string, stillFails: (text: string) => Promise<boolean>, maxTries: number) {
  let characters = [...text]
  let tries = 0
  for (let size = Math.ceil(characters.length / 2); size >= 1; size = Math.floor(size / 2))
    for (const range of [[0, -size], [size]]) {
      const fewer = characters.slice(...range)
      if (tries++ < maxTries && fewer.join('').trim() && (await stillFails(fewer.join('')))) characters = fewer
    }
  return characters.join('')
}
