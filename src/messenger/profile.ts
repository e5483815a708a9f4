// The profile that a bot shows, and names that are reserved for the service.

import unhomoglyph from 'unhomoglyph'
import { refuse } from '../spec/refusals.ts'
import type { BotRow } from '../store/tables/bots.ts'
import type { Read, Tx } from './world.ts'

type Profile = Partial<Pick<BotRow, 'description' | 'short_description' | 'commands'>>

export function changeProfile(tx: Tx, bot: BotRow, changes: Profile) {
  tx.store.bots.change(bot, changes)
  tx.emit({ type: 'bot', bot: bot.id })
}

export function renameBot(tx: Tx, bot: BotRow, first_name: string) {
  tx.store.users.change(bot, { first_name })
  tx.emit({ type: 'bot', bot: bot.id })
}

export function requireUnreservedName(read: Read, bot: BotRow, name: string) {
  const { name: service } = read.service
  if (!bot.verified && looksLike(name, service)) refuse('reservedName', 'service', { bot: bot.first_name, service })
}

/** A capital and its small letter resemble different letters, so names are compared both ways; signs are spaces or letters. */
function looksLike(name: string, reserved: string): boolean {
  return [asWritten, asSmallLetters].some((skeleton) =>
    READINGS.some((read) => {
      const sought = skeleton(read(reserved))
      return sought !== '' && skeleton(read(name)).includes(sought)
    }),
  )
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const lettersFrom = (first: number) => Array.from(LETTERS, (_, index) => String.fromCodePoint(first + index))

/** Alphabets that the table of letters that look alike leaves out: in dark circles and squares, of flags, small capitals, struck through. */
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

/** What is written in place of a letter. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  ...{ '!': 'i', '¡': 'i', '@': 'a', $: 's', '§': 's', '€': 'e', '+': 't', Σ: 's', Ξ: 'e', Λ: 'a', Δ: 'a' },
}

const withLettersForSigns = (name: string) =>
  [...withPlainLetters(name).normalize('NFKC')].map((sign) => SIGNS[sign] ?? sign).join('')

/** Some dashes and other signs resemble letters as well: here they are gone before they can be taken for any. */
const withoutSigns = (name: string) => name.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const READINGS: readonly ((name: string) => string)[] = [
  withPlainLetters,
  withLettersForSigns,
  (name) => withoutSigns(withPlainLetters(name)),
  (name) => withoutSigns(withLettersForSigns(name)),
]

/** Mapped thrice: some letters lose their likeness with their accents, others only show it as small letters. */
const asWritten = (name: string) =>
  lettersOnly(unhomoglyph(unhomoglyph(withoutAccents(unhomoglyph(name))).toLowerCase()))
const asSmallLetters = (name: string) => lettersOnly(unhomoglyph(withoutAccents(name).toLowerCase()))

const withoutAccents = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '')

/** Letters that differ by a stroke count as one. */
const lettersOnly = (name: string) =>
  name
    .replace(/[l1|]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[^\p{L}\p{N}]/gu, '')
