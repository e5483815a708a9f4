// Compares the working tree with a commit, in a folder that is removed afterwards.

import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder, run } from '../../helpers/program.ts'

const SCENARIO = `
world:
  users: { alice: {} }
  bots: { shop: {} }
scenarios:
  - name: start
    steps:
      - start: { as: alice, bot: shop }
`
const BOT = `import { poll, say } from ${JSON.stringify(resolve('test/testing/explore/bots/base.js'))}
import { greeting } from 'greeting'
await poll(({ message }) => say(message.chat.id, \`\${greeting} v1\`))
`

function repository(): string {
  const cwd = emptyFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd })
  writeFileSync(join(cwd, 'bot.mjs'), BOT)
  writeFileSync(join(cwd, 'start.yaml'), SCENARIO)
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\n')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'one')
  mkdirSync(join(cwd, 'node_modules/greeting'), { recursive: true })
  writeFileSync(join(cwd, 'node_modules/greeting/package.json'), '{"exports": "./index.mjs"}')
  writeFileSync(join(cwd, 'node_modules/greeting/index.mjs'), "export const greeting = 'Hi'")
  writeFileSync(join(cwd, 'bot.mjs'), BOT.replace('v1', 'v2'))
  return cwd
}

const ARGS = ['compare', 'start.yaml', '--baseline-ref', 'HEAD', '--bot', 'node bot.mjs']
const worktrees = (cwd: string) => spawnSync('git', ['worktree', 'list'], { cwd }).stdout.toString().trim().split('\n')

describe('compare --baseline-ref', () => {
  it('plays with the commit, and leaves the working tree and its folder alone', async () => {
    const cwd = repository()
    appendFileSync(join(cwd, '.gitignore'), 'where.txt\n')
    const { code, stdout } = await run([...ARGS, '--setup', `pwd > ${join(cwd, 'where.txt')}`], { cwd }).ended
    expect([code, stdout.split('\n')[0]]).toEqual([1, "'Hi v1' became 'Hi v2'"])
    expect(existsSync(readFileSync(join(cwd, 'where.txt'), 'utf8').trim())).toBe(false)
    expect(worktrees(cwd)).toHaveLength(1)
    expect(readFileSync(join(cwd, 'bot.mjs'), 'utf8')).toMatch(/v2/)
  })

  it('removes the folder after Ctrl-C', async () => {
    const cwd = repository()
    const file = join(cwd, 'where.txt')
    const comparing = run([...ARGS, '--setup', `pwd > ${file}; sleep 60`], { cwd })
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 20_000 }).toMatch(/tree/)
    expect(await comparing.stop('SIGINT')).toMatchObject({ code: 130 })
    expect(existsSync(readFileSync(file, 'utf8').trim())).toBe(false)
    expect(worktrees(cwd)).toHaveLength(1)
  })

  it('names a commit that is missing', async () => {
    const { code, stderr } = await run(
      ARGS.map((arg) => (arg === 'HEAD' ? 'nope' : arg)),
      { cwd: repository() },
    ).ended
    expect([code, stderr]).toEqual([
      2,
      '--baseline-ref nope: fatal: invalid reference: nope. Name a branch, a tag or a commit of this repository, such as HEAD.\n',
    ])
  })
})
