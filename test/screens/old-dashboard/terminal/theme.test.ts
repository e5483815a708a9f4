// Colours: each can be read on what is behind it, and everybody has one of her own.

import { describe, expect, it } from 'vitest'
import { colourOf, personColour } from '../../../../src/screens/old-dashboard/text/style.ts'
import { PLAIN } from '../stage/scene.ts'

/** As bright as WCAG says that it is. */
function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const IDS = [...Array.from({ length: 200 }, (_, i) => 100_001 + i), -501, 1_000_000_000_001]

describe.each([
  ['dark', ['#000000', '#1e1e1e', '#282c34']],
  ['light', ['#ffffff', '#fdf6e3', '#fafafa']],
] as const)('in a %s terminal', (theme, backgrounds) => {
  const look = { ...PLAIN, theme }

  it.each(backgrounds)('can be read on %s', (background) => {
    for (const role of ['good', 'bad', 'warn', 'accent'] as const)
      expect(contrast(colourOf(role, look), background)).toBeGreaterThan(4.5)
    for (const id of IDS) expect(contrast(personColour(id, look), background)).toBeGreaterThan(4.5)
  })

  it('gives each of fifty people another colour', () => {
    expect(new Set(IDS.slice(0, 50).map((id) => personColour(id, look))).size).toBe(50)
  })
})
