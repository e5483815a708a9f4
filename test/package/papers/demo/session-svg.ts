// Draws a session as an SVG: the dashboard's frames and a terminal in a loop, with CSS alone, or one frame as a still.

import { CELL, FONT, GROUNDS, MARGIN } from '../../../screens/dashboard/stage/svg.ts'
import { type Block, COLUMNS, type Frame, ROWS, type Scene } from './session.ts'

const SECONDS = { type: 0.8, command: 0.3, output: 0.6, comment: 0.6, line: 0.1, end: 3 }
/** The colours by the number that selects them in the output of a terminal program. */
const COLOURS: Readonly<Record<string, string>> = { 31: '#f07178', 32: '#7fd88f', 35: '#d290e4' }

interface Part {
  rows: string[]
  seconds: number
  isTyped: boolean
}

export function sessionSvg(frames: readonly Frame[], test: Scene, title: string): string {
  const parts = partsOf(test)
  const talk = frames.reduce((sum, { seconds }) => sum + seconds, 0)
  const total = talk + parts.reduce((sum, { seconds }) => sum + seconds, 0) + SECONDS.end
  const percent = (seconds: number) => `${((seconds / total) * 100).toFixed(2)}%`
  const rules: string[] = []
  const group = (name: string, rule: string, content: readonly string[]) => {
    rules.push(`@keyframes ${name}{${rule}}`)
    return `<g class="scene" style="animation-name:${name}">\n${content.join('\n')}\n</g>`
  }
  /** Shows a group from one moment to another; at the end of the loop, all disappear. */
  const between = (from: number, to: number) =>
    `0%{opacity:${from ? 0 : 1}}${from ? `${percent(from)}{opacity:1}` : ''}${to < total ? `${percent(to)}{opacity:0}` : ''}`
  const shown = spansOf(frames).map(({ from, to, rows }, i) => group(`f${i}`, between(from, to), rows))
  let now = talk
  const typed = parts.map(({ rows, seconds, isTyped }, i) => {
    const from = now
    now += seconds
    if (!isTyped) return group(`t${i}`, between(from, total), rows)
    const [start, end] = [percent(from), percent(from + SECONDS.type)]
    const hidden = 'opacity:1;clip-path:inset(0 100% 0 0)'
    const rule = `0%{opacity:0}${start}{${hidden};animation-timing-function:steps(24)}${end}{opacity:1;clip-path:inset(0)}to{opacity:1}`
    return group(`t${i}`, rule, rows)
  })
  const style = [
    '<style>',
    `.scene{opacity:0;animation:${total.toFixed(2)}s step-end infinite}`,
    ...rules,
    // A page that shows the file as an image may not pass this setting on, so the README also names the still.
    `@media (prefers-reduced-motion:reduce){.scene{animation-play-state:paused;animation-delay:-${(talk - 3.5).toFixed(1)}s}}`,
    '</style>',
  ]
  return svg(title, parts, style, [...shown, ...typed])
}

/** Returns the rows by the time for which they are shown. Rows that stay the same in the next frame are drawn once. */
function spansOf(frames: readonly Frame[]) {
  const ends = frames.map((_, i) => frames.slice(0, i + 1).reduce((sum, { seconds }) => sum + seconds, 0))
  const spans = new Map<string, { from: number; to: number; rows: string[] }>()
  for (let y = 0; y < ROWS; y++)
    for (let first = 0, next = 0; first < frames.length; first = next) {
      const row = frames[first]!.rows[y]!
      const changed = frames.findIndex(({ rows }, i) => i > first && rows[y] !== row)
      next = changed < 0 ? frames.length : changed
      const key = `${first} ${next}`
      const span = spans.get(key) ?? { from: ends[first - 1] ?? 0, to: ends[next - 1]!, rows: [] }
      spans.set(key, { ...span, rows: [...span.rows, row] })
    }
  return [...spans.values()]
}

export const stillSvg = ({ rows }: Frame, test: Scene, title: string) => svg(title, partsOf(test), [], rows)

function svg(title: string, parts: readonly Part[], style: readonly string[], content: readonly string[]): string {
  const width = COLUMNS * CELL.width + 2 * MARGIN
  const height = Math.max(ROWS, ...parts.map(({ rows }) => rows.length)) * CELL.height + 2 * MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    ...style,
    `<rect width="${width}" height="${height}" rx="8" fill="${GROUNDS.dark.ground}"/>`,
    `<g ${FONT} fill="${GROUNDS.dark.text}">`,
    ...content,
    '</g>',
    '</svg>\n',
  ].join('\n')
}

/** Each command and comment after the first block has an empty row above it. */
function partsOf(test: Scene): Part[] {
  let row = 0
  return test.map((block, index) => {
    if (index > 0 && block.kind !== 'output') row++
    const rows = drawBlock(block, row)
    row += block.lines.length
    return { rows, seconds: secondsOf(block), isTyped: block.kind === 'command' }
  })
}

function secondsOf({ kind, lines }: Block): number {
  if (kind === 'command') return SECONDS.type + SECONDS.command
  return SECONDS[kind] + lines.length * SECONDS.line
}

function drawBlock({ kind, lines }: Block, top: number): string[] {
  return lines.flatMap((line, index) => {
    const y = MARGIN + (top + index) * CELL.height + CELL.baseline
    if (kind === 'comment') return drawRun({ text: `# ${line}`, column: 0, look: ' opacity=".6"' }, y)
    const prompt = kind === 'command' ? [{ text: '$', column: 0, look: ` fill="${COLOURS[32]}"` }] : []
    const runs = kind === 'command' ? [{ text: line, column: 2, look: ' font-weight="bold"' }] : runsOf(line)
    return [...prompt, ...runs].map((run) => drawRun(run, y))
  })
}

interface Run {
  text: string
  column: number
  look: string
}

/** Splits a line of a terminal program into texts of one look each, and cuts it at the last column. */
function runsOf(line: string): Run[] {
  const runs: Run[] = []
  let column = 0
  let styles: string[] = []
  for (const part of line.split(/(\u001b\[\d+m)/)) {
    const style = /\[(\d+)m$/.exec(part)?.[1]
    if (style !== undefined) styles = ['0', '22', '39'].includes(style) ? [] : [...styles, style]
    else {
      const text = part.slice(0, Math.max(0, COLUMNS - column))
      const indent = text.length - text.trimStart().length
      if (text.trim()) runs.push({ text: text.trim(), column: column + indent, look: lookOf(styles) })
      column += part.length
    }
  }
  return runs
}

const lookOf = (styles: readonly string[]) =>
  styles
    .map((style) =>
      style === '1' ? ' font-weight="bold"' : style === '2' ? ' opacity=".6"' : ` fill="${COLOURS[style]}"`,
    )
    .join('')

function drawRun({ text, column, look }: Run, y: number): string {
  const x = MARGIN + column * CELL.width
  const length = [...text].length * CELL.width
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${look}>${escapeXml(text)}</text>`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
