// The published declarations: what the library tells of itself and no more, and nothing of it is `any`.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const { dependencies, peerDependencies, exports } = JSON.parse(readFileSync('package.json', 'utf8'))

/** What the package says its types are, for every way in. */
const entries = [...new Set(JSON.stringify(exports).match(/dist\/types\/[^"]+/g))]

const published = globSync('dist/types/**/*.d.{ts,cts}').sort()
/** Those of zod come along, because its code is part of the bundle. */
const ours = published.filter((file) => !file.startsWith('dist/types/zod/'))
const textOf = (file: string) => readFileSync(file, 'utf8')
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
const importsOf = (file: string) =>
  [...withoutComments(textOf(file)).matchAll(/(?:from |import\()\s*['"]([^'"]+)['"]/g)].map(([, path]) => path!)

function reachable(): string[] {
  const reached = new Set(entries)
  for (const file of reached) {
    const own = importsOf(file).filter((path) => path.startsWith('.'))
    for (const path of own) reached.add(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
  }
  return [...reached].sort()
}

it('are all that can be reached from the library, and only that', () => {
  expect(ours.length).toBeGreaterThan(10)
  expect(published).toEqual(reachable())
})

it('know nothing of the store and of the rules', () => {
  const rooms = new Set(published.map((file) => file.split('/')[2]))
  for (const room of ['store', 'messenger', 'event-log', 'delivery', 'http']) expect(rooms).not.toContain(room)
})

it('need no types but those of packages that come along', () => {
  const packages = new Set(published.flatMap(importsOf).filter((path) => !path.startsWith('.')))
  expect([...packages].filter((name) => !(name in { ...dependencies, ...peerDependencies }))).toEqual([])
  expect(Object.keys(dependencies).filter((name) => name.startsWith('@types/'))).toEqual([])
})

/** The updates of each bot library have a type of their own, and a handler takes all of them. */
const PERMISSIVE_HANDLER = 'export type UpdateHandler = (update: any) => unknown;'

it.each(ours)('%s says what everything is', (file) => {
  // As a type, not as a word: names such as `.any(` mean something else.
  const text = withoutComments(textOf(file)).replace(PERMISSIVE_HANDLER, '')
  expect(text.match(/.*(?:[:<|&,=]|=>|\bas|\bextends)\s*any\b.*/g) ?? []).toEqual([])
})
