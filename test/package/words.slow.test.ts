// The check of comments and docs that `npm run lint` runs.

import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { folder } from '../helpers/folder.ts'

const SCRIPT = resolve('scripts/check-words.mjs')

/** Returns what the check prints about a project with these two files. */
function check(comment: string, prose: string): { status: number | null; lines: string[] } {
  const cwd = folder({ 'src/a.ts': `${comment}\nconst text = 'whoever'\n`, 'README.md': `# Name\n\n${prose}\n` })
  const { stderr, status } = spawnSync(process.execPath, [SCRIPT], { cwd })
  return { status, lines: stderr.toString().split('\n').filter(Boolean) }
}

it.each([
  ['Whoever asks first.', 'name the user, the client or the value'],
  ['The chat has a key. There is nobody.', 'name the user, the client or the process'],
  ['An empty text is no name.', 'write "is not a"'],
  ['Of each chat.', 'begin with the subject'],
  ['The chats at hand.', 'use an ordinary word'],
  ['Skips one of those.', 'name the thing'],
  ['The picture weighs more.', 'use the exact verb: removes, restores, is'],
  ['Writes the journal.', 'use the word of the glossary'],
])('refuses "%s" in a comment and in a page', (text, advice) => {
  const inComment = check(`// ${text}`, 'A page.')
  expect(inComment.status).toBe(1)
  expect(inComment.lines).toEqual([expect.stringMatching(/^src\/a\.ts:1: ".*": /)])
  expect(inComment.lines[0]).toContain(`: ${advice}.`)
  expect(check('// Adds a chat.', `A page.\n${text}`).lines).toEqual([expect.stringMatching(/^README\.md:4: ".*": /)])
})

it('accepts fifteen words on the first line and refuses sixteen', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  expect(check(`// ${words(15)}`, 'A page.')).toEqual({ status: 0, lines: [] })
  expect(check(`// ${words(16)}`, 'A page.').lines).toEqual(['src/a.ts:1: the first line has more than 15 words.'])
})

it('ignores code, in the source and in the docs', () => {
  expect(check('// Adds a chat.', 'Call `whoever`:\n\n```\nnobody is no one\n```').lines).toEqual([])
})

it('refuses a file that does not begin with a comment', () => {
  expect(check('const chats = []', 'A page.')).toEqual({
    status: 1,
    lines: ['src/a.ts:1: begin with a comment that says what the file holds.'],
  })
})
