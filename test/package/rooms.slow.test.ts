// The rules of the house that a tool checks: which room imports from which, no cycles, one reader of time.

import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder } from '../helpers/folder.ts'

/** A project that has these sources and our rules. */
function project(sources: Record<string, string>): string {
  const rules = ['biome.json', '.gitignore', 'scripts/only-clock.grit'].map((name) => [
    name,
    readFileSync(name, 'utf8'),
  ])
  const files = Object.entries(sources).map(([name, content]) => [name, `${content}\n`])
  const at = folder(Object.fromEntries([...rules, ...files]))
  symlinkSync(resolve('node_modules'), join(at, 'node_modules'))
  return at
}

describe('the rooms', () => {
  const program = resolve('scripts/check-rooms.mjs')

  function mistakes(sources: Record<string, string>): string[] {
    const { stderr, status } = spawnSync(process.execPath, [program], { cwd: project(sources) })
    const lines = stderr.toString().split('\n').filter(Boolean)
    expect(status).toBe(lines.length ? 1 : 0)
    return lines
  }

  /** Files of their own, each with one way to import one target. */
  const importers = (rows: string[][], statements: ((target: string) => string)[]) =>
    Object.fromEntries(
      rows.flatMap(([file, target], row) =>
        statements.map((of, way) => [file!.replace('/a.', `/a${row}-${way}.`), of(target!)]),
      ),
    )

  it('may not import from above, in any way', () => {
    const sources = importers(
      [
        ['src/lib/a.ts', '../service/rules/limits.ts'],
        ['src/service/rules/a.ts', '../store/open.ts'],
        ['src/service/store/a.ts', '../messenger/world.ts'],
        ['src/service/media/a.ts', '../store/open.ts'],
        ['src/service/messenger/chats/a.ts', '../../../http/listen.ts'],
        ['src/service/messenger/chats/a.ts', '../../../emulator.ts'],
        ['src/service/delivery/a.ts', '../bot-api/operations/index.ts'],
        ['src/service/bot-api/operations/a.ts', '../../../control/actions/index.ts'],
        ['src/control/actions/a.ts', '../../emulator.ts'],
        ['src/control/contract/a.ts', '../describe/call.ts'],
        ['src/control/diagnosis/a.ts', '../actions/index.ts'],
        ['src/emulator.ts', './http/listen.ts'],
        ['src/http/a.ts', '../service/messenger/world.ts'],
        ['src/http/a.ts', '../service/store/store.ts'],
        ['src/http/a.ts', '../testing/recorder/recorder.ts'],
        ['src/testing/scenarios/a.ts', '../../emulator.ts'],
        ['src/testing/worlds/a.ts', '../scenarios/scenario.ts'],
        ['src/screens/dashboard/a.ts', '../../service/messenger/world.ts'],
        ['src/screens/page/a.ts', '../dashboard/run.tsx'],
        ['src/cli/a.ts', '../service/messenger/world.ts'],
        ['src/testing/library/cjs/a.d.cts', '../../../service/store/store.ts'],
      ],
      [
        (target) => `export * from '${target}'`,
        (target) => `import type { A } from '${target}'`,
        (target) => `await import('${target}')`,
      ],
    )
    const refused = mistakes(sources).map((line) => /^(\S+) imports src\//.exec(line)?.[1])
    expect(refused.sort()).toEqual(Object.keys(sources).sort())
  })

  it('may import from below', () => {
    const rows = [
      ['src/service/messenger/a.ts', '../store/store.ts'],
      ['src/service/messenger/chats/a.ts', '../users/named.ts'],
      ['src/service/messenger/chats/a.ts', '../../../lib/text.ts'],
      ['src/service/bot-api/operations/a.ts', '../../messenger/world.ts'],
      ['src/control/actions/a.ts', '../../service/messenger/world.ts'],
      ['src/http/a.ts', '../emulator.ts'],
      ['src/testing/library/a.ts', '../../http/listen.ts'],
      ['src/testing/library/cjs/a.d.cts', '../../../index.ts'],
      ['src/cli/a.ts', '../testing/scenarios/scenario.ts'],
    ]
    expect(mistakes(importers(rows, [(target) => `export * from '${target}'`]))).toEqual([])
  })

  it('may be open for types alone', () => {
    const file = 'src/cli/a.ts'
    expect(mistakes({ [file]: "import type { Call } from '../service/event-log/entry.ts'" })).toEqual([])
    expect(mistakes({ [file]: "export * from '../service/event-log/entry.ts'" })).toEqual([
      `${file} imports src/service/event-log/entry.ts: cli may import emulator.ts, http, control, testing, screens, service/rules, service/media, type service/event-log, lib.`,
    ])
  })

  it.each(['src/cellar/a.ts', 'src/service/cellar/a.ts'])('%s is in none of them', (file) => {
    expect(mistakes({ [file]: 'export {}' })).toEqual([
      `${file}: ${dirname(file)} is no room of scripts/check-rooms.mjs.`,
    ])
  })

  it.each([
    ['values', "import { b } from './b.ts'\nexport const a = b", "import { a } from './a.ts'\nexport const b = a"],
    [
      'types',
      "import type { B } from './b.ts'\nexport type A = B",
      "import type { A } from './a.ts'\nexport type B = A",
    ],
  ])('have no cycle of %s', (_, a, b) => {
    expect(mistakes({ 'src/lib/a.ts': a, 'src/lib/b.ts': b })).toEqual([
      'A cycle: src/lib/a.ts -> src/lib/b.ts -> src/lib/a.ts',
    ])
  })
})

it('the time is read in the clock alone', () => {
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const readings = ['Date.now()', 'Date.now', 'new Date()', 'Date()', 'performance.now()', 'process.hrtime.bigint()']
  const paths = readings.map((_, i) => `src/service/messenger/a${i}.ts`)
  const sources = Object.fromEntries(readings.map((reading, i) => [paths[i], `export const now = ${reading}`]))
  const cwd = project({
    ...sources,
    'src/lib/clock.ts': readings.map((one, i) => `export const now${i} = ${one}`).join('\n'),
  })
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', 'src'], { cwd })
  const { diagnostics } = JSON.parse(stdout.toString()) as {
    diagnostics: { category: string; location: { path: string } }[]
  }
  expect(diagnostics.map(({ category, location }) => [category, location.path]).sort()).toEqual(
    paths.map((path) => ['plugin', path]),
  )
})
