// Programs that some tests ask for, and the notice of what is left out where one of them is missing.

import { spawnSync } from 'node:child_process'

interface Needed {
  /** The names under which it may be installed. */
  names: string[]
  leftOut: string
  install: string
}

const NEEDED = {
  tmux: {
    names: ['tmux'],
    leftOut: 'the dashboard on a real terminal (test/screens/dashboard)',
    install: 'tmux',
  },
  script: { names: ['script'], leftOut: 'colours on a real terminal (test/cli)', install: 'bsdutils' },
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    leftOut: 'the page of a run in a browser (test/testing/scenarios/page.slow.test.ts)',
    install: 'chromium',
  },
  bash: { names: ['bash'], leftOut: 'completion in bash (test/cli/completion.slow.test.ts)', install: 'bash' },
  zsh: { names: ['zsh'], leftOut: 'completion in zsh (test/cli/completion.slow.test.ts)', install: 'zsh' },
  fish: { names: ['fish'], leftOut: 'completion in fish (test/cli/completion.slow.test.ts)', install: 'fish' },
  pytest: { names: ['pytest'], leftOut: 'docs/python.md (test/package/papers)', install: 'python3-pytest' },
  python3: {
    names: ['python3'],
    leftOut: 'bots written in Python (test/clients, test/testing/scenarios)',
    install: 'python3',
  },
} satisfies Record<string, Needed>

export type Program = keyof typeof NEEDED

const found = new Map<string, string | undefined>()

/** Where a program is. */
export function pathOf(program: Program): string | undefined {
  if (!found.has(program)) {
    const lookUp = ['-c', 'for name; do command -v "$name" && exit; done; exit 1', 'sh', ...NEEDED[program].names]
    found.set(program, spawnSync('sh', lookUp).stdout.toString().trim() || undefined)
  }
  return found.get(program)
}

export const isHere = (program: Program) => pathOf(program) !== undefined

/** One line for each missing program, and the command that brings them all. */
export function noticeOfMissing(): string {
  const missing = (Object.keys(NEEDED) as Program[]).filter((program) => !isHere(program))
  if (!missing.length) return ''
  const lines = missing.map((program) => `${program} is not installed. Left out: ${NEEDED[program].leftOut}.`)
  return [...lines, `To run these too: apt-get install ${missing.map((each) => NEEDED[each].install).join(' ')}`].join(
    '\n',
  )
}
