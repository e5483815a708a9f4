// The same screen with fewer bytes: a style is written where something shows it, and long runs of spaces are passed over.

const PART =
  /\u001b\[([\d;]*)m|(\u001b(?:\[[\d;?<>=]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[^[\]]))|( +)|[^\u001b ]+/g

/** Shorter ones take no more bytes than the two sequences. */
const SHORTEST_RUN = 13

/** By the number that begins an attribute the one that ends it. */
const ENDS: Readonly<Record<number, number>> = { 1: 22, 2: 22, 3: 23, 4: 24, 7: 27, 9: 29, 38: 39, 48: 49 }
const [WEIGHT, COLOUR, BEHIND] = [22, 39, 49]
/** Those that a space shows, too. */
const SHOWN = new Set([24, 27, 29, BEHIND])
/** How many numbers follow the one for a colour, by the first of them. */
const COLOUR_PARTS: Readonly<Record<number, number>> = { 2: 4, 5: 2 }

type Look = Map<number, string>

/** Takes what is written piece by piece, and keeps the style from one to the next. */
export function fewerBytes(): (written: string) => string {
  const wanted: Look = new Map()
  const current: Look = new Map()

  /** What makes the terminal's style the one that is wanted, as far as it matters. */
  function restyle(matters = (_: number) => true): string {
    const codes: string[] = []
    for (const end of new Set([...wanted.keys(), ...current.keys()])) {
      const [to, from] = [wanted.get(end), current.get(end)]
      if (to === from || !matters(end)) continue
      if (to === undefined || (end === WEIGHT && from !== undefined)) codes.push(String(end))
      if (to === undefined) current.delete(end)
      else {
        codes.push(to)
        current.set(end, to)
      }
    }
    return codes.length ? `\u001b[${codes.join(';')}m` : ''
  }

  return (written) => {
    const text = written.replace(PART, (part, style?: string, sequence?: string, spaces?: string) => {
      if (style !== undefined) {
        want(wanted, style.split(';').map(Number))
        return ''
      }
      if (spaces === undefined && sequence === undefined) return restyle() + part
      const before = restyle((end) => SHOWN.has(end))
      const isPlain = ![...current.keys()].some((end) => SHOWN.has(end))
      return spaces !== undefined && isPlain && part.length >= SHORTEST_RUN
        ? `${before}\u001b[${part.length}X\u001b[${part.length}C`
        : before + part
    })
    return text + restyle()
  }
}

/** Of the eight colours, and of their bright ones. */
function colourEnd(number: number): number | undefined {
  const plain = number >= 90 ? number - 60 : number
  if (plain >= 30 && plain <= 37) return COLOUR
  return plain >= 40 && plain <= 47 ? BEHIND : undefined
}

function want(wanted: Look, numbers: readonly number[]) {
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? 0
    const end = ENDS[number] ?? colourEnd(number)
    if (number === 0) wanted.clear()
    else if (end === undefined) wanted.delete(number)
    else if (end === COLOUR || end === BEHIND) {
      const count = number === 38 || number === 48 ? (COLOUR_PARTS[numbers[i + 1] ?? 0] ?? 0) : 0
      wanted.set(end, numbers.slice(i, i + count + 1).join(';'))
      i += count
    } else if (end === WEIGHT) wanted.set(end, [...new Set([...(wanted.get(end)?.split(';') ?? []), number])].join(';'))
    else wanted.set(end, String(number))
  }
}
