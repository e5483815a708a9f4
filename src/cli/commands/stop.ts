// `stop`: ends a running emulator in order, and waits until it has ended.

import { Command } from 'commander'
import { Problem } from '../../lib/problem.ts'
import { waitUntil } from '../../lib/wait-until.ts'
import { answer, carriedOut, requireChosen, type TargetOptions, targetOf, withTarget } from '../emulator-target.ts'
import { requireProof } from '../running/find-emulator.ts'
import { isAlive, runningNotes } from '../running/running-notes.ts'

const PATIENCE_MS = 10_000
const BETWEEN_MS = 20

export function command(): Command {
  return withTarget(new Command('stop'))
    .addHelpText('after', '\nExamples:\n  $ bot-emulator stop\n  $ bot-emulator stop --url http://127.0.0.1:8082')
    .action((options: TargetOptions) => carriedOut(options, () => stop(options)))
}

async function stop(options: TargetOptions) {
  const target = await targetOf(options)
  const { url, client } = target
  await client.health()
  if (!runningNotes().some((each) => each.url === url)) {
    const hint = 'Stop it where it was started, with Ctrl-C or a SIGTERM.'
    throw new Problem('not-ours', `The emulator at ${url} was not started by this account here.`, hint)
  }
  await requireChosen(target)
  // Another process may have the number of one that was killed.
  const { pid } = await requireProof(url)
  process.kill(pid, 'SIGTERM')
  const hasEnded = await waitUntil((again) => !isAlive(pid) || again(BETWEEN_MS) || undefined, {
    withinMs: PATIENCE_MS,
  })
  if (!hasEnded) {
    const hint = `End it with: kill -9 ${pid}. What it acknowledged is kept.`
    throw new Problem('still-running', `Process ${pid} still runs after ${PATIENCE_MS / 1000} s.`, hint)
  }
  answer(options, { url, pid }, `Stopped ${url}.`)
}
