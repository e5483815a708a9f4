// Draws a terminal session as an SVG: all scenes in a loop, with CSS alone, or the last one as a still.

import type { Block, Scene } from './session.ts'

const CELL = { width: 7.8, height: 18 }
const MARGIN = 16
const COLUMNS = 118
const SECONDS = { type: 0.8, command: 0.3, output: 1.3, comment: 0.7, line: 0.2, end: 2.5 }
/** The colours by the number that selects them in the output of a terminal program. */
const COLOURS: Readonly<Record<string, string>> = { 31: '#ff7f7f', 32: '#7bd88f', 35: '#d8a5ff' }

interface Timed {
  block: Block
  from: number
  top: number
}

export function sessionSvg(scenes: readonly Scene[], title: string, { isStill = false } = {}): string {
  const rows = Math.max(...scenes.map((scene) => scene.flatMap(({ lines }) => lines).length + gapsIn(scene)))
  const width = COLUMNS * CELL.width + 2 * MARGIN
  const height = rows * CELL.height + 2 * MARGIN
  let now = 0
  const timed = scenes.map((scene) => {
    const from = now
    let row = 0
    const blocks = scene.map((block, index): Timed => {
      if (index > 0 && block.kind !== 'output') row++
      const at = { block, from: now, top: row }
      row += block.lines.length
      now += secondsOf(block)
      return at
    })
    now += SECONDS.end
    return { from, to: now, blocks }
  })
  const rules: string[] = []
  const percent = (seconds: number) => `${((seconds / now) * 100).toFixed(2)}%`
  const groups = timed.map(({ from, to, blocks }, s) => {
    rules.push(
      `@keyframes s${s}{0%{opacity:${s ? 0 : 1}}${s ? `${percent(from)}{opacity:1}` : ''}${percent(to)}{opacity:0}}`,
    )
    const drawn = blocks.map(({ block, from: start, top }, b) => {
      const name = `b${s}_${b}`
      const end = percent(start + SECONDS.type)
      rules.push(
        block.kind === 'command'
          ? `@keyframes ${name}{0%{clip-path:inset(0 100% 0 0)}${percent(start)}{clip-path:inset(0 100% 0 0);animation-timing-function:steps(24)}${end}{clip-path:inset(0)}to{clip-path:inset(0)}}`
          : `@keyframes ${name}{0%{opacity:0}${percent(start)}{opacity:1}}`,
      )
      return `<g style="animation-name:${name}">\n${drawBlock(block, top)}\n</g>`
    })
    const isLast = s === timed.length - 1
    return `<g class="scene${isLast ? ' last' : ''}" style="animation-name:s${s}">\n${drawn.join('\n')}\n</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    '<style>',
    '.scene{opacity:0}.last{opacity:1}',
    ...(isStill ? [] : [`g{animation:${now.toFixed(2)}s step-end infinite}`, ...rules]),
    // A page that shows the file as an image may not pass this setting on, so the README also names the still.
    ...(isStill ? [] : ['@media (prefers-reduced-motion:reduce){g{animation:none}}']),
    '</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="#16181d"/>`,
    '<g font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="13" fill="#dfe1e5" xml:space="preserve">',
    ...groups,
    '</g>',
    '</svg>\n',
  ].join('\n')
}

/** Each command and comment after the first block has an empty row above it. */
const gapsIn = (scene: Scene) => scene.slice(1).filter(({ kind }) => kind !== 'output').length

function secondsOf({ kind, lines }: Block): number {
  if (kind === 'command') return SECONDS.type + SECONDS.command
  return SECONDS[kind] + lines.length * SECONDS.line
}

function drawBlock({ kind, lines }: Block, top: number): string {
  return lines
    .flatMap((line, index) => {
      const y = MARGIN + (top + index) * CELL.height + 13
      if (kind === 'comment') return drawRun({ text: `# ${line}`, column: 0, look: ' opacity=".6"' }, y)
      const prompt = kind === 'command' ? [{ text: '$', column: 0, look: ' fill="#7bd88f"' }] : []
      const runs = kind === 'command' ? [{ text: line, column: 2, look: ' font-weight="bold"' }] : runsOf(line)
      return [...prompt, ...runs].map((run) => drawRun(run, y))
    })
    .join('\n')
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
  const x = (MARGIN + column * CELL.width).toFixed(1)
  const length = ([...text].length * CELL.width).toFixed(1)
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${look}>${escapeXml(text)}</text>`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
