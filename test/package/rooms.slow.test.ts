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
    ['src/service/messenger/a.ts', '../store/store.ts'],
    ['src/service/messenger/chats/a.ts', '../users/named.ts'],
    ['src/service/messenger/chats/a.ts', '../../../lib/text.ts'],
    ['src/service/bot-api/operations/a.ts', '../../messenger/world.ts'],
    ['src/control/actions/a.ts', '../../service/messenger/world.ts'],
    ['src/http/a.ts', '../emulator.ts'],
    ['src/testing/library/a.ts', '../../http/listen.ts'],
    ['src/testing/library/cjs/a.d.cts', '../../../index.ts'],
    ['src/cli/a.ts', '../testing/scenarios/scenario.ts'],
  ])('%s may import %s', (file, target) => {
    expect(mistakes({ [file]: `export * from '${target}'` })).toEqual([])
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

it.each(['Date.now()', 'Date.now', 'new Date()', 'Date()', 'performance.now()', 'process.hrtime.bigint()'])(
  '%s stands in the clock alone',
  (reading) => {
    const biome = resolve('node_modules/@biomejs/biome/bin/biome')
    const content = `export const now = ${reading}`
    const cwd = project({ 'src/service/messenger/a.ts': content, 'src/lib/clock.ts': content })
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', 'src'], { cwd })
    const { diagnostics } = JSON.parse(stdout.toString()) as { diagnostics: unknown[] }
    expect(diagnostics).toEqual([
      expect.objectContaining({
        category: 'plugin',
        location: expect.objectContaining({ path: 'src/service/messenger/a.ts' }),
      }),
    ])
  },
)
