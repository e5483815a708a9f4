// Refuses bot names that resemble the service's name.

import unhomoglyph from 'unhomoglyph'
import { refuse } from '../rules/refusals.ts'
import type { BotRow } from '../store/tables/bots.ts'
import type { Read } from './world.ts'

export function requireUnreservedName(read: Read, bot: BotRow, name: string) {
  const { name: service } = read.service
  if (!bot.verified && looksLike(name, service)) refuse('reservedName', 'service', { bot: bot.first_name, service })
}

/** Compares the names as written and in lower case, because a capital letter can look like a different letter. */
function looksLike(name: string, reserved: string): boolean {
  const names = directionsOf(name)
  return [asWritten, asSmallLetters].some((skeleton) =>
    READINGS.some((read) => {
      const reservedSkeleton = skeleton(read(reserved))
      return reservedSkeleton !== '' && names.some((name) => skeleton(read(name)).includes(reservedSkeleton))
    }),
  )
}

const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const OVERRIDDEN = /\u202e([^\u202c]*)/g

const backwards = (name: string) => [...name].reverse().join('')

/** A name with bidi controls may be shown backwards, the whole of it or the part after a right-to-left override. */
function directionsOf(name: string): string[] {
  if (!BIDI_CONTROL.test(name)) return [name]
  return [name, backwards(name), name.replace(OVERRIDDEN, (_, part: string) => backwards(part))]
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const lettersFrom = (first: number) => Array.from(LETTERS, (_, index) => String.fromCodePoint(first + index))

/** Letters that unhomoglyph does not map to a–z: encircled letters, small capitals, letters with strokes. */
const ALPHABETS = [
  lettersFrom(0x1f150),
  lettersFrom(0x1f170),
  lettersFrom(0x1f1e6),
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'],
  [...'ⱥƀȼđɇꞙǥħɨɉꝁłmnøᵽꝗɍꞩŧʉvwxɏƶ'],
  [...'ȺɃȻĐɆꞘǤĦƗɈꝀŁMNØⱣꝖɌꞨŦɄVWXɎƵ'],
]

const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ...ALPHABETS.flatMap((signs) => signs.map((sign, index) => [sign, LETTERS[index] ?? ''] as const)),
  ...[...'ɛєϵҽ'].map((sign) => [sign, 'e'] as const),
])

const withPlainLetters = (name: string) => [...name].map((sign) => PLAIN_LETTERS.get(sign) ?? sign).join('')

/** Digits and signs that look like letters, with the letters they replace. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  ...{ '!': 'i', '¡': 'i', '@': 'a', $: 's', '§': 's', '€': 'e', '+': 't', Σ: 's', Ξ: 'e', Λ: 'a', Δ: 'a' },
}

const withLettersForSigns = (name: string) =>
  [...withPlainLetters(name).normalize('NFKC')].map((sign) => SIGNS[sign] ?? sign).join('')

/** Keeps only letters, accents and digits. Call this before unhomoglyph, which maps some signs to letters. */
const withoutSigns = (name: string) => name.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const READINGS: readonly ((name: string) => string)[] = [
  withPlainLetters,
  withLettersForSigns,
  (name) => withoutSigns(withPlainLetters(name)),
  (name) => withoutSigns(withLettersForSigns(name)),
]

/** Maps look-alike characters to letters in three passes: with accents, without accents, in lower case. */
const asWritten = (name: string) =>
  lettersOnly(unhomoglyph(unhomoglyph(withoutAccents(unhomoglyph(name))).toLowerCase()))
const asSmallLetters = (name: string) => lettersOnly(unhomoglyph(withoutAccents(name).toLowerCase()))

const withoutAccents = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '')

/** Keeps only letters and digits, and makes characters such as l, 1 and i equal. */
const lettersOnly = (name: string) =>
  name
    .replace(/[l1|]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[^\p{L}\p{N}]/gu, '')
