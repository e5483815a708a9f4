// The rules of the house that a tool checks: which room imports from which, no cycles, one reader of time.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

/** A project that has these sources and our rules. */
function project(sources: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bot-emulator-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'scripts'))
  for (const name of ['biome.json', '.gitignore', 'scripts/only-clock.grit']) copyFileSync(name, join(folder, name))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `${content}\n`)
  }
  return folder
}

describe('the rooms', () => {
  const program = resolve('scripts/check-rooms.mjs')

  function mistakes(sources: Record<string, string>): string[] {
    const { stderr, status } = spawnSync(process.execPath, [program], { cwd: project(sources) })
    const lines = stderr.toString().split('\n').filter(Boolean)
    expect(status).toBe(lines.length ? 1 : 0)
    return lines
  }

  it.each([
    ['src/lib/a.ts', '../spec/limits.ts'],
    ['src/spec/a.ts', '../store/open.ts'],
    ['src/store/a.ts', '../messenger/world.ts'],
    ['src/media/a.ts', '../messenger/world.ts'],
    ['src/messenger/a.ts', '../control-api/actions/index.ts'],
    ['src/messenger/chats/a.ts', '../../http/listen.ts'],
    ['src/messenger/chats/a.ts', '../../emulator.ts'],
    ['src/bot-api/operations/a.ts', '../../control-api/actions/index.ts'],
    ['src/bot-api/operations/a.ts', '../../http/listen.ts'],
    ['src/control-api/actions/a.ts', '../../emulator.ts'],
    ['src/delivery/a.ts', '../bot-api/operations/index.ts'],
    ['src/http/a.ts', '../messenger/world.ts'],
    ['src/http/a.ts', '../store/store.ts'],
    ['src/scenario/a.ts', '../emulator.ts'],
    ['src/dashboard/a.ts', '../messenger/world.ts'],
    ['src/emulator.ts', './http/listen.ts'],
  ])('%s may not import %s', (file, target) => {
    for (const statement of [
      `export * from '${target}'`,
      `import type { A } from '${target}'`,
      `await import('${target}')`,
    ]) {
      expect(mistakes({ [file]: statement })).toEqual([expect.stringContaining(`${file} imports src/`)])
    }
  })

  it.each([
    ['src/messenger/a.ts', '../store/store.ts'],
    ['src/messenger/chats/a.ts', '../users/named.ts'],
    ['src/messenger/chats/a.ts', '../../lib/text.ts'],
    ['src/bot-api/operations/a.ts', '../../messenger/world.ts'],
    ['src/http/a.ts', '../emulator.ts'],
    ['src/cli/a.ts', '../messenger/world.ts'],
  ])('%s may import %s', (file, target) => {
    expect(mistakes({ [file]: `export * from '${target}'` })).toEqual([])
  })

  it('may be open for types alone', () => {
    const file = 'src/client/a.ts'
    expect(mistakes({ [file]: "import type { ACTIONS } from '../control-api/actions/index.ts'" })).toEqual([])
    expect(mistakes({ [file]: "export * from '../control-api/actions/index.ts'" })).toEqual([
      `${file} imports src/control-api/actions/index.ts: client may import lib, describe, contract, type bot-api, type control-api, type emulator.ts.`,
    ])
  })

  it('are all known', () => {
    expect(mistakes({ 'src/cellar/a.ts': 'export {}' })).toEqual([
      'src/cellar/a.ts: src/cellar is no room of scripts/rooms.json.',
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

it.each(['Date.now()', 'Date.now', 'new Date()', 'Date()', 'performance.now()', 'process.hrtime.bigint()'])(
  '%s stands in the clock alone',
  (reading) => {
    const biome = resolve('node_modules/@biomejs/biome/bin/biome')
    const content = `export const now = ${reading}`
    const cwd = project({ 'src/messenger/a.ts': content, 'src/lib/clock.ts': content })
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', 'src'], { cwd })
    const { diagnostics } = JSON.parse(stdout.toString()) as { diagnostics: unknown[] }
    expect(diagnostics).toEqual([
      expect.objectContaining({
        category: 'plugin',
        location: expect.objectContaining({ path: 'src/messenger/a.ts' }),
      }),
    ])
  },
)
