// A test is found from its rule, and from its operation: the catalogue names the files, and each operation has one of its own.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../src/service/bot-api/operations/index.ts'

const HERE = import.meta.dirname
const CATALOGUE = readFileSync('docs/service/rules.md', 'utf8')

const SECTIONS = [...CATALOGUE.matchAll(/^## ([A-Z]+): .*\n\n(.*)\n((?:(?!^## ).*\n)*)/gm)].map(
  ([, prefix, tests, rows]) => ({
    prefix: prefix!,
    files: [...tests!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
    rules: [...rows!.matchAll(/^\| ([A-Z]+-\d+) +\|/gm)].map(([, id]) => id!),
  }),
)

const named = (file: string) => new Set<string>(readFileSync(join(HERE, file), 'utf8').match(/\b[A-Z]{2,5}-\d{2,3}\b/g))

it('the catalogue has sections, and rules in each', () => {
  expect(SECTIONS).toHaveLength(CATALOGUE.match(/^## [A-Z]+: /gm)!.length)
  for (const { prefix, rules } of SECTIONS) {
    expect(rules, prefix).not.toEqual([])
    expect(new Set(rules).size, prefix).toBe(rules.length)
  }
})

describe.each(SECTIONS)('$prefix', ({ files, rules }) => {
  it('names the files of its tests', () => expect(files.filter((file) => !existsSync(join(HERE, file)))).toEqual([]))

  it('has each rule tested in one of them', () => {
    const tested = files.map(named)
    expect(rules.filter((rule) => !tested.some((ids) => ids.has(rule)))).toEqual([])
  })
})

it.each(OPERATIONS.map(({ name }) => name))('%s has a file of its own', (name) => {
  const file = `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`
  expect(SECTIONS.flatMap(({ files }) => files)).toContain(file)
})

const FILES = globSync('*.test.ts', { cwd: HERE }).filter((file) => file !== 'rules.test.ts')

it('every file of this folder is named in the catalogue', () => {
  const inCatalogue = SECTIONS.flatMap(({ files }) => files)
  expect(FILES.filter((file) => !inCatalogue.includes(file))).toEqual([])
})

it('every rule that a test names stands in the catalogue', () => {
  const known = new Set([
    ...SECTIONS.flatMap(({ rules }) => rules),
    ...[...CATALOGUE.matchAll(/^- `([A-Z]+-\d+)`/gm)].map(([, id]) => id!),
  ])
  for (const file of FILES)
    expect(
      [...named(file)].filter((id) => !known.has(id)),
      file,
    ).toEqual([])
})
