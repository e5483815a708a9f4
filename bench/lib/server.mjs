// Starts and stops servers in child processes.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const EMULATOR = fileURLToPath(new URL('../../bin/bot-emulator.js', import.meta.url))

/** Starts the emulator on a free port, with the given flags of `bot-emulator start`. */
export const startEmulator = (...flags) => startServer(EMULATOR, 'start', '--headless', '--port', '0', ...flags)

/** Starts a server script, and waits until it prints its address, which means that it accepts requests. */
export async function startServer(script, ...args) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    const [url] = /http:\/\/[\w.:]+\d(?=\s)/.exec(said) ?? []
    if (!url) continue
    child.stdout.resume()
    return { url, port: Number(new URL(url).port), pid: child.pid, stop: () => stop(child) }
  }
  throw new Error(`${script} ended without an address.`)
}

export async function withServers(starts, work) {
  const servers = {}
  try {
    for (const [name, start] of Object.entries(starts)) servers[name] = await start()
    return await work(servers)
  } finally {
    for (const { stop } of Object.values(servers)) await stop()
  }
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
