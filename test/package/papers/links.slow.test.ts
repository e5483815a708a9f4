// Checks that every link in the documentation leads to a published file and heading.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { PAPERS } from './blocks.ts'

const ALL = [...PAPERS, 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']

const packing = ['pack', '--dry-run', '--json', '--ignore-scripts']
const [{ files }] = JSON.parse(execFileSync('npm', packing, { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
const PACKED: string[] = files.map(({ path }: { path: string }) => path)

/** Contributors have a clone, so their page links sources. */
const isThere = (path: string, paper: string) => (paper === 'CONTRIBUTING.md' ? existsSync(path) : isPacked(path))

const isPacked = (path: string) => PACKED.some((file) => file === path || file.startsWith(`${path}/`))

/** Returns the page without code blocks, because brackets and number signs in code are not links or headings. */
const proseOf = (paper: string) => readFileSync(paper, 'utf8').replace(/^```.*?^```$/gms, '')

/** Returns the anchors that GitHub generates for the headings. */
const anchorsOf = (paper: string) =>
  [...proseOf(paper).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

const linksOf = (paper: string) =>
  [
    ...proseOf(paper)
      .replace(/`[^`\n]+`/g, '')
      .matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g),
  ]
    .map(([, link, picture]) => (link ?? picture)!)
    .filter((target) => !/^https?:/.test(target))

it.each(ALL.flatMap((paper) => linksOf(paper).map((link) => [paper, link] as const)))('%s: %s', (paper, link) => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? paper : posix.join(posix.dirname(paper), path)
  expect([target, isThere(target, paper)]).toEqual([target, true])
  if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor)
})

it.each(ALL)('%s is in the package', (paper) => expect(PACKED).toContain(paper))

it('the README links every page', () => {
  expect([...new Set(linksOf('README.md'))]).toEqual(expect.arrayContaining(ALL.slice(1)))
})
