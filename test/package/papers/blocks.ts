// Lists the documentation pages for users, and finds the code blocks in them.

import { globSync, readFileSync } from 'node:fs'

export const PAPERS = ['README.md', 'SKILL.md', ...globSync('docs/*.md').sort()]

export interface Block {
  line: number
  language: string
  /** The name of the file, if the block is the content of a file. */
  file: string | undefined
  content: string
}

export function blocksOf(paper: string): Block[] {
  const text = readFileSync(paper, 'utf8')
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ({ index, 1: language, 2: file, 3: content }) => ({
      line: text.slice(0, index).split('\n').length,
      language: language!,
      file,
      content: content!.trimEnd(),
    }),
  )
}
