// Previews of pictures by half blocks: two pixels in each cell.

import chalk from 'chalk'

/** Returns rows of cells as text with colours; null if the bytes are not a picture. */
export async function previewOf(bytes: Uint8Array, maxWidth: number, maxHeight: number): Promise<string | null> {
  try {
    const { default: sharp } = await import('sharp')
    const picture = sharp(bytes)
      .autoOrient()
      .resize(maxWidth, maxHeight * 2, { fit: 'inside' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .removeAlpha()
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const { width, channels } = info
    const rgb = (x: number, y: number) =>
      [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)] as Rgb
    const cell = (x: number, y: number) => chalk.rgb(...rgb(x, 2 * y)).bgRgb(...rgb(x, 2 * y + 1))('▀')
    const rows = Array.from({ length: Math.floor(info.height / 2) }, (_, y) =>
      Array.from({ length: width }, (_, x) => cell(x, y)).join(''),
    )
    return rows.length ? rows.join('\n') : null
  } catch {
    return null
  }
}

type Rgb = [red: number, green: number, blue: number]
