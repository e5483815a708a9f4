// `start` beside a folder that holds somebody else's files: one sentence, exit 3, and nothing is touched.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../cli/program.ts'

it('says so and ends', async () => {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, 'notes.files'))
  write(cwd, 'notes.files/thesis.txt', 'years of work')
  expect(await run(['start', '--headless', '--port', '0', '--db', 'notes'], { cwd }).ended).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'notes.files contains files of another program. ' +
      'Nothing in the folder was changed. Move the folder away, or name another file with --db.\n',
  })
  expect(readFileSync(join(cwd, 'notes.files/thesis.txt'), 'utf8')).toBe('years of work')
  expect(readdirSync(cwd)).toEqual(['notes.files'])
})

it('keeps nothing of a world of which a part is refused', async () => {
  const cwd = emptyFolder()
  const bot = (handle: string, token: string) => `  ${handle}: {first_name: Greeter, owner: alice, token: "${token}"}\n`
  const world = (...bots: string[]) => `users: {alice: {first_name: Alice}}\nbots:\n${bots.join('')}`
  write(cwd, 'world.yaml', world(bot('greeter', '1:x'), bot('other', '1:x')))
  const args = ['--db', 'notes', '--world', 'world.yaml']
  expect(await run(['start', '--headless', '--port', '0', ...args], { cwd }).ended).toMatchObject({
    code: 2,
    stdout: '',
  })
  write(cwd, 'world.yaml', world(bot('other', '1:x')))
  const { url } = await start(args, { cwd })
  const bots = (await (await fetch(`${url}/_emulator/bots`)).json()) as { result: { handle: string }[] }
  expect(bots.result.map(({ handle }) => handle)).toEqual(['other'])
})
