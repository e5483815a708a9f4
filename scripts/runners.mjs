// Installs the packed package into an empty project and tests it with several test runners.
// One test for each runner fails on purpose and leaves an emulator open. The runner must still end by itself.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const RUNNERS = ['jest@30', 'mocha@12', 'sinon@22', 'vitest@5']
const MAX_MS = 60_000

const SAMPLES = [
  ['jest, CommonJS', 'greets.jest.cjs', ['node_modules/jest/bin/jest.js', '--testMatch', '**/*.jest.cjs']],
  [
    'jest, ES modules',
    'greets.jest.mjs',
    ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--testMatch', '**/*.jest.mjs'],
  ],
  ['vitest', 'greets.vitest.mjs', ['node_modules/vitest/vitest.mjs', 'run']],
  ['node:test', 'greets.node.mjs', ['--test', '--test-reporter=tap', 'greets.node.mjs']],
  ['mocha', 'greets.mocha.cjs', ['node_modules/mocha/bin/mocha.js', 'greets.mocha.cjs']],
]

const folder = mkdtempSync(join(tmpdir(), 'bot-emulator-runners-'))
try {
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(execFileSync('npm', packing, { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "jest": { "transform": {} } }')
  writeFileSync(join(project, 'vitest.config.mjs'), "export default { test: { include: ['**/*.vitest.mjs'] } }")
  const installing = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', join(folder, filename), ...RUNNERS]
  execFileSync('npm', installing, { cwd: project, stdio: 'inherit' })
  cpSync('test/package/runners', project, { recursive: true })
  for (const sample of SAMPLES) runSample(project, sample)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function runSample(cwd, [name, file, args]) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { cwd, timeout: MAX_MS })
  const output = `${stdout}${stderr}`
  const failsOnce = /(^|\D)1 (failed|failing)|^# fail 1$/m.test(output)
  if (signal || status !== 1 || !failsOnce || !output.includes('deliberate')) {
    throw new Error(`${name} (${file}) ended with ${signal ?? status}:\n${output}`)
  }
  console.log(`${name}: its tests passed, the one that fails failed, and it ended by itself.`)
}
