// Lists sentences of comments and docs that break the style rules for English.

import { globSync, readFileSync } from 'node:fs'

const TEXTS = ['{src,bench,scripts,bin}/**/*.{ts,tsx,mjs,js}', 'docs/*.md', '*.md']

/** Generated pages, which are not checked. */
const EXCEPT = [
  'docs/fidelity.md',
  'docs/operations.md',
  'docs/actions.md',
  'docs/views.md',
  'docs/steps.md',
  'docs/commands.md',
]

const MAX_WORDS_OF_FIRST_LINE = 15

const AVOIDED = [
  [/\b(who|what|where|which|when)(so)?ever\b/i, 'name the user, the client or the value'],
  [/\b(no|some|any|every)body\b/i, 'name the user, the client or the process'],
  [/\b(is|are|was|were) (no|none|nothing|neither)\b(?! longer| more than| less than| other)/i, 'write "is not a"'],
  [/^(Of|Beside|Besides|Amid|Nor)\b/, 'begin with the subject'],
  [/\b(at hand|many an?|ever so|by and by|lest|hence|whereby|wherein|thereof)\b/i, 'use an ordinary word'],
  [/\bone of those\b|\bthose of (those|them)\b/i, 'name the thing'],
  [/\b(weighs?|takes? away|puts? back|hands? out|lies|stands)\b/i, 'use the exact verb: removes, restores, is'],
  [/\b(journal|waiting updates?|at rest|mistakes? of ours)\b/i, 'use the word of the glossary'],
]

function commentsIn(text) {
  return text.split('\n').map((line) => /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)\s*(?:\*\/)?$/.exec(line)?.[1] ?? '')
}

function proseIn(text) {
  let isFenced = false
  return text.split('\n').map((line) => {
    if (line.startsWith('```')) isFenced = !isFenced
    return isFenced ? '' : line.replace(/`[^`]*`/g, '…').replace(/^[#>\-*\s\d.|]+/, '')
  })
}

function problemsIn(file, text) {
  const isProse = file.endsWith('.md')
  const lines = isProse ? proseIn(text) : commentsIn(text)
  const avoided = lines.flatMap((line, index) =>
    line
      .split(/(?<=[.!?:])\s+|\s*\|\s*/)
      .flatMap((sentence) =>
        AVOIDED.filter(([pattern]) => pattern.test(sentence)).map(
          ([, advice]) => `${file}:${index + 1}: "${sentence.trim()}": ${advice}.`,
        ),
      ),
  )
  if (isProse || text.startsWith('#!')) return avoided
  if (!lines[0]) return [`${file}:1: begin with a comment that says what the file holds.`, ...avoided]
  const isLong = lines[0].split(' ').length > MAX_WORDS_OF_FIRST_LINE
  return isLong ? [`${file}:1: the first line has more than ${MAX_WORDS_OF_FIRST_LINE} words.`, ...avoided] : avoided
}

const files = globSync(TEXTS).filter((file) => !EXCEPT.includes(file) && !file.includes('node_modules'))
const problems = files.flatMap((file) => problemsIn(file, readFileSync(file, 'utf8')))
for (const problem of problems) console.error(problem)
if (problems.length) process.exitCode = 1
