// completion: what a shell offers, asked of the shells themselves where they are there.

import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '../../src/actions/catalogue.ts'
import { run } from './program.ts'

const script = (shell: string) =>
  spawnSync(process.execPath, ['bin/bot-emulator.js', 'completion', shell], {
    env: { PATH: process.env.PATH },
  }).stdout.toString()

const scripts: Record<string, string> = {}
beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish']) scripts[shell] = script(shell)
})

const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0

describe.runIf(isThere('bash'))('bash', () => {
  function offered(...words: string[]): string[] {
    const program = `${scripts.bash}
COMP_WORDS=(bot-emulator "$@"); COMP_CWORD=$#; _bot_emulator; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', program, 'bash', ...words])
    expect(stderr.toString()).toBe('')
    return stdout.toString().split('\n').filter(Boolean)
  }

  it('commands, their flags, actions, and the flags of an action', () => {
    expect(offered('')).toEqual(expect.arrayContaining(['start', 'do', 'calls', 'explain', 'completion']))
    expect(offered('ex')).toEqual(['exec', 'export', 'explain'])
    expect(offered('calls', '--')).toEqual(expect.arrayContaining(['--bot', '--refused', '--url', '--json']))
    expect(offered('do', '')).toEqual(catalogue().map(({ name }) => name))
    expect(offered('do', 'send', '--')).toEqual(['--as', '--to', '--text', '--reply-to'])
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })
})

describe.each(['zsh', 'fish'])('%s', (shell) => {
  it('names every action and its flags', () => {
    for (const { name } of catalogue()) expect(scripts[shell]).toContain(name)
    expect(scripts[shell]).toMatch(/reply-to/)
  })

  it.runIf(isThere(shell))('is read without complaint', () => {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: scripts[shell]! })
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  })
})

it('no other shell', async () => expect((await run(['completion', 'tcsh']).ended).code).toBe(2))
