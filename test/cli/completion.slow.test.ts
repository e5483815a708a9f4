// completion: what a shell offers, asked of the shells themselves where they are there.

import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '../../src/control/actions/catalogue.ts'
import { emptyFolder, run, write } from '../helpers/program.ts'
import { isHere } from '../helpers/programs.ts'

const script = (shell: string) =>
  spawnSync(process.execPath, ['bin/bot-emulator.js', 'completion', shell], {
    env: { PATH: process.env.PATH },
  }).stdout.toString()

const scripts: Record<string, string> = {}
beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish']) scripts[shell] = script(shell)
})

describe.runIf(isHere('bash'))('bash', () => {
  function offered(...words: string[]): string[] {
    const program = `${scripts.bash}
COMP_WORDS=(bot-emulator "$@"); COMP_CWORD=$#; _bot_emulator; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', program, 'bash', ...words])
    expect(stderr.toString()).toBe('')
    return stdout.toString().split('\n').filter(Boolean)
  }

  it('completes commands, their flags, actions, and the flags of an action', () => {
    expect(offered('')).toEqual(expect.arrayContaining(['start', 'do', 'calls', 'explain', 'completion']))
    expect(offered('ex')).toEqual(['exec', 'export', 'explore', 'explain'])
    expect(offered('calls', '--')).toEqual(expect.arrayContaining(['--bot', '--refused', '--url', '--json']))
    expect(offered('do', '')).toEqual(catalogue().map(({ name }) => name))
    expect(offered('do', 'send', '--')).toEqual(['--as', '--to', '--text', '--reply-to'])
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })
})

/** What completes a line, in the folder of a scenario file. */
const ASKED: Record<string, (script: string, words: string[]) => [program: string, ...args: string[]]> = {
  zsh: (script, words) => [
    `compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { print -l -- *; }
${script}
words=(bot-emulator "$@"); CURRENT=$#words; _bot_emulator`,
    'zsh',
    ...words,
  ],
  fish: (script, words) => [`${script}\ncomplete -C "bot-emulator ${words.join(' ')}"`],
}

const BARE: Record<string, string> = { zsh: '-f', fish: '--no-config' }

describe.each(['zsh', 'fish'] as const)('%s', (shell) => {
  it('names every action and its flags', () => {
    for (const { name } of catalogue()) expect(scripts[shell]).toContain(name)
    expect(scripts[shell]).toMatch(/reply-to/)
  })

  it.runIf(isHere(shell))('offers commands, actions, their flags, shells, and files', () => {
    const cwd = emptyFolder()
    write(cwd, 'before.world', '')
    const offered = (...words: string[]): string[] => {
      const asked = ASKED[shell]!(scripts[shell]!, words)
      const { stdout, stderr } = spawnSync(shell, [BARE[shell]!, '-c', ...asked], { cwd })
      expect(stderr.toString()).toBe('')
      const lines = stdout.toString().split('\n').filter(Boolean)
      return lines.map((line) => line.split('\t')[0]!)
    }
    expect(offered('')).toEqual(expect.arrayContaining(['start', 'do', 'calls', 'explain', 'completion']))
    expect(offered('calls', '--')).toEqual(expect.arrayContaining(['--bot', '--refused', '--url', '--json']))
    expect(offered('do', '').sort()).toEqual(
      catalogue()
        .map(({ name }) => name)
        .sort(),
    )
    expect(offered('do', 'start', '--')).toEqual(expect.arrayContaining(['--as', '--bot', '--payload']))
    expect(offered('do', 'start', '--')).not.toContain('--memory')
    expect(offered('completion', '').sort()).toEqual(['bash', 'fish', 'zsh'])
    expect(offered('import', '')).toContain('before.world')
    expect(offered('do', 'sendFile', '--file', '')).toContain('before.world')
  })
})

it('refuses any other shell', async () => expect((await run(['completion', 'tcsh']).ended).code).toBe(2))
