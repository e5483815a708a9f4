// The conversation as lines of plain text, each with the time since the first.

import type { Line, Scene } from '../run/scene.ts'
import { clean } from './clean.ts'

export function sceneLines(scene: Scene): string[] {
  const several = new Set(scene.flatMap(({ chat }) => chat || [])).size > 1
  const from = scene[0]?.at ?? 0
  return scene.map((line) => {
    const where = several && line.chat ? `[${clean(line.chat)}] ` : ''
    return `+${(line.at - from).toFixed(2)} s  ${where}${contentOf(line)}`
  })
}

function contentOf({ kind, author, text, file, buttons, keys, message_id }: Line): string {
  const words = clean([file && `<${file.kind} ${file.name}>`, text].filter(Boolean).join(' '))
  const parts = [words, buttons && rowsOf(buttons), keys && `keyboard ${rowsOf(keys)}`].filter(Boolean).join('  ')
  const who = clean(author ?? 'somebody')
  switch (kind) {
    case 'notice':
      return `— ${words}`
    case 'press':
      return `${who} presses ‹${words}›`
    case 'edit':
      return `${who} edits message ${message_id}: ${parts}`
    case 'delete':
      return `message ${message_id} is deleted`
    case 'act':
      return author ? `${who}: ${words}` : `— ${words}`
    default:
      return `${who}: ${parts}`
  }
}

const rowsOf = (rows: string[][]) => rows.map((row) => row.map((each) => `‹${clean(each)}›`).join(' ')).join(' / ')
