// Encodes pictures for three terminal graphics protocols: kitty's, iTerm's and sixel.

type Cells = Record<'width' | 'height', number>
export type Protocol = 'kitty' | 'iterm' | 'sixel'

/** Asks the terminal if it supports sixel. The other protocols are recognized by environment variables. */
export const ASK_ATTRIBUTES = '\u001b[c'
const SIXEL = '4'
export const supportsSixel = (attributes: string) => attributes.split(';').slice(1).includes(SIXEL)

export function protocolOf(env: NodeJS.ProcessEnv, hasSixel: boolean): Protocol | null {
  const { TERM = '', TERM_PROGRAM = '' } = env
  const isWrapped = Boolean(env.TMUX || env.STY)
  if (!isWrapped && (/kitty|ghostty/.test(TERM) || env.KONSOLE_VERSION || TERM_PROGRAM === 'WezTerm')) return 'kitty'
  if (!isWrapped && (/^(iTerm\.app|mintty)$/.test(TERM_PROGRAM) || env.LC_TERMINAL === 'iTerm2')) return 'iterm'
  return hasSixel ? 'sixel' : null
}

/** The assumed size of a terminal's cell in pixels. If the cells are larger, the picture is smaller than its area. */
const CELL = { width: 8, height: 16 }
const MAX_CHUNK = 4096

export async function resizePicture(bytes: Uint8Array, width: number, height: number) {
  const { default: sharp } = await import('sharp')
  const upright = sharp(bytes).autoOrient().resize(width, height, { fit: 'inside' })
  return upright.flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha()
}

export async function encodePicture(protocol: Protocol, bytes: Uint8Array, { width, height }: Cells): Promise<string> {
  const picture = await resizePicture(bytes, width * CELL.width, height * CELL.height)
  if (protocol === 'sixel') {
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    return sixel(data, info.width, info.height)
  }
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true })
  const png = data.toString('base64')
  const columns = Math.max(1, Math.round(info.width / CELL.width))
  const rows = Math.max(1, Math.round(info.height / CELL.height))
  return protocol === 'kitty' ? kitty(png, columns, rows) : iterm(png, columns, rows)
}

function kitty(png: string, columns: number, rows: number): string {
  const chunks = png.match(new RegExp(`.{1,${MAX_CHUNK}}`, 'g')) ?? []
  return chunks
    .map((chunk, i) => {
      const first = i === 0 ? `a=T,f=100,q=2,C=1,c=${columns},r=${rows},` : ''
      return `\u001b_G${first}m=${i < chunks.length - 1 ? 1 : 0};${chunk}\u001b\\`
    })
    .join('')
}

const iterm = (png: string, columns: number, rows: number) =>
  `\u001b]1337;File=inline=1;width=${columns};height=${rows};doNotMoveCursor=1:${png}\u0007`

/** The number of shades per colour channel. A sixel picture has at most 256 colours, and 6 ** 3 is 216. */
const SHADES = 6
const BAND = 6

function sixel(rgb: Uint8Array, width: number, height: number): string {
  const shade = (at: number) => Math.round(((rgb[at] ?? 0) / 255) * (SHADES - 1))
  const colourAt = (x: number, y: number) => {
    const at = (y * width + x) * 3
    return (shade(at) * SHADES + shade(at + 1)) * SHADES + shade(at + 2)
  }
  const used = new Set<number>()
  const bands: string[] = []
  for (let top = 0; top < height; top += BAND) {
    const columns = new Map<number, Uint8Array>()
    for (let y = top; y < Math.min(height, top + BAND); y++)
      for (let x = 0; x < width; x++) {
        const colour = colourAt(x, y)
        const bits = columns.get(colour) ?? new Uint8Array(width)
        bits[x] = (bits[x] ?? 0) | (1 << (y - top))
        columns.set(colour, bits)
        used.add(colour)
      }
    bands.push([...columns].map(([colour, bits]) => `#${colour}${runs(bits)}`).join('$'))
  }
  const percent = (part: number) => Math.round(((part % SHADES) / (SHADES - 1)) * 100)
  const palette = [...used].map((colour) => {
    const parts = [colour / SHADES ** 2, colour / SHADES, colour].map((part) => percent(Math.floor(part)))
    return `#${colour};2;${parts.join(';')}`
  })
  return `\u001bP0;1q"1;1;${width};${height}${palette.join('')}${bands.join('-')}\u001b\\`
}

const runs = (bits: Uint8Array) =>
  String.fromCharCode(...bits.map((six) => six + 63)).replace(/(.)\1{3,}/g, (run, sign) => `!${run.length}${sign}`)
