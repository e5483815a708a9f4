// A server in a process of its own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const EMULATOR = fileURLToPath(new URL('../../bin/bot-emulator.js', import.meta.url))

/** The emulator as its users start it, on a free port. */
export const startEmulator = (...flags) => startServer(EMULATOR, 'start', '--headless', '--port', '0', ...flags)

/** Runs a script that says its address on stdout once it answers. */
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

/** Starts them all, works with them, and stops them however the work ends. */
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
