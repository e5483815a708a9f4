// `completion`: prints a script that completes commands, actions and flags.

import { Argument, type Command } from 'commander'
import { catalogue } from '../../control/actions/catalogue.ts'
import { define } from '../command.ts'
import { flagsOf } from '../settings/action-flags.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export const command = define({
  args: [new Argument('<shell>').choices(SHELLS)],
  more: `
Examples:
  $ source <(bot-emulator completion bash)
  $ bot-emulator completion zsh > "\${fpath[1]}/_bot-emulator"
  $ bot-emulator completion fish > ~/.config/fish/completions/bot-emulator.fish`,
  run(_options, shell: Shell) {
    if (this.parent) process.stdout.write(SCRIPTS[shell](completionsOf(this.parent)))
  },
})

interface Word {
  word: string
  description: string
  takesValue?: boolean
}

/** The words that may follow each beginning of a command. */
type Completions = ReadonlyMap<string, readonly Word[]>

function completionsOf(program: Command): Completions {
  const commands = program.commands.map((command) => ({ word: command.name(), description: command.description() }))
  const flagsOfCommands = program.commands.map((command): [string, Word[]] => [
    command.name(),
    command.options.flatMap(({ long, description, required: takesValue }) =>
      long ? [{ word: long, description, takesValue }] : [],
    ),
  ])
  const actions = catalogue()
  const flagsOfActions = actions.map((action): [string, Word[]] => [
    `do ${action.name}`,
    flagsOf(action).map(({ flag, description }) => ({ word: flag, description, takesValue: true })),
  ])
  return new Map([
    ...flagsOfActions,
    ...flagsOfCommands,
    ['do', actions.map(({ name, summary }) => ({ word: name, description: summary }))],
    ['completion', SHELLS.map((word) => ({ word, description: '' }))],
    ['', commands],
  ])
}

const caseOf = ([beginning, words]: [string, readonly Word[]]) =>
  `"${beginning && `${beginning} `}"*) words="${words.map(({ word }) => word).join(' ')}" ;;`

/** Shell code, for bash and zsh, that sets `words` to what may follow the words in `typed`. */
const caseStatement = (completions: Completions) => `
  case "$typed " in
    ${[...completions].map(caseOf).join('\n    ')}
  esac`

const SCRIPTS: Record<Shell, (completions: Completions) => string> = {
  bash: (completions) => `_bot_emulator() {
  local words typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  COMPREPLY=()
${caseStatement(completions)}
  while read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _bot_emulator bot-emulator
`,
  zsh: (completions) => `#compdef bot-emulator
_bot_emulator() {
  local typed="\${words[2,CURRENT-1]}" words
${caseStatement(completions)}
  compadd -- \${=words}
  if [[ "$typed" != (|do|completion) ]]; then _files; fi
}
compdef _bot_emulator bot-emulator
`,
  fish: (completions) => {
    const complete = (beginning: string, { word, description, takesValue }: Word) => {
      const isFlag = word.startsWith('--')
      const kind = isFlag ? `-l ${word.slice(2)}${takesValue ? ' -r' : ''}` : `-f -a ${word}`
      const condition = `__bot_emulator_${isFlag ? 'in' : 'at'} ${beginning}`.trimEnd()
      return `complete -c bot-emulator -n '${condition}' ${kind} -d '${escapeQuotes(description)}'`
    }
    const lines = [...completions].flatMap(([beginning, words]) => words.map((word) => complete(beginning, word)))
    return `${FISH_FUNCTIONS}${lines.join('\n')}\n`
  },
}

/** `in A B` is true if the typed words begin with A B, `at A B` if they are exactly A B. */
const FISH_FUNCTIONS = `function __bot_emulator_words
  set -l words (commandline -opc)
  set -e words[1]
  echo "$words"
end
function __bot_emulator_in
  string match -q -- "$argv *" (__bot_emulator_words)" "
end
function __bot_emulator_at
  test (__bot_emulator_words) = "$argv"
end
`

const escapeQuotes = (text: string) => text.replaceAll("'", "\\'")
