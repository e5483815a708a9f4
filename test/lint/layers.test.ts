// The rules of the house that a tool checks: who may import whom, no cycles, one reader of time.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const BIOME = resolve('node_modules/@biomejs/biome/bin/biome')

/** What the linter says of a project that has these sources and our rules. */
function complaints(sources: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'bot-emulator-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['biome.json', '.gitignore', 'scripts/layers.json', 'scripts/only-clock.grit']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    copyFileSync(name, join(folder, name))
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), `${content}\n`)
  }
  const { stdout } = spawnSync(process.execPath, [BIOME, 'lint', '--reporter=json', 'src'], { cwd: folder })
  const { diagnostics } = JSON.parse(stdout.toString()) as { diagnostics: { category: string }[] }
  return diagnostics.map(({ category }) => category.replace('lint/', ''))
}

it.each([
  ['src/lib/a.ts', '../spec/limits.ts'],
  ['src/spec/a.ts', '../store/open.ts'],
  ['src/store/a.ts', '../world/world.ts'],
  ['src/media/a.ts', '../world/world.ts'],
  ['src/world/a.ts', '../actions/index.ts'],
  ['src/world/a.ts', '../http/listen.ts'],
  ['src/world/view/a.ts', '../../emulator.ts'],
  ['src/operations/a.ts', '../actions/index.ts'],
  ['src/operations/a.ts', '../http/listen.ts'],
  ['src/actions/a.ts', '../emulator.ts'],
  ['src/delivery/a.ts', '../operations/index.ts'],
  ['src/http/a.ts', '../world/world.ts'],
  ['src/http/a.ts', '../store/store.ts'],
  ['src/client/a.ts', '../world/world.ts'],
  ['src/scenario/a.ts', '../emulator.ts'],
  ['src/dashboard/a.ts', '../world/world.ts'],
  ['src/emulator.ts', './http/listen.ts'],
])('%s may not import %s', (file, target) => {
  expect(complaints({ [file]: `export * from '${target}'` })).toEqual(['style/noRestrictedImports'])
})

it.each([
  ['src/world/a.ts', '../store/store.ts'],
  ['src/world/view/a.ts', '../chat.ts'],
  ['src/world/view/a.ts', '../../lib/text.ts'],
  ['src/operations/a.ts', '../world/world.ts'],
  ['src/http/a.ts', '../emulator.ts'],
  ['src/cli/a.ts', '../world/world.ts'],
])('%s may import %s', (file, target) => {
  expect(complaints({ [file]: `export * from '${target}'` })).toEqual([])
})

it('no cycles', () => {
  const sources = { 'src/lib/a.ts': "export * from './b.ts'", 'src/lib/b.ts': "export * from './a.ts'" }
  expect(complaints(sources)).toEqual(['suspicious/noImportCycles', 'suspicious/noImportCycles'])
})

it.each(['Date.now()', 'Date.now', 'new Date()', 'Date()', 'performance.now()', 'process.hrtime.bigint()'])(
  '%s stands in the clock alone',
  (reading) => {
    const content = `export const now = ${reading}`
    expect(complaints({ 'src/world/a.ts': content })).toEqual(['plugin'])
    expect(complaints({ 'src/lib/clock.ts': content })).toEqual([])
  },
)
