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
    if (this.parent) process.stdout.write(SCRIPTS[shell](wordsOf(this.parent)))
  },
})

interface CompletionWord {
  word: string
  description: string
  takesValue?: boolean
}

interface Words {
  commands: (CompletionWord & { flags: CompletionWord[] })[]
  actions: (CompletionWord & { flags: CompletionWord[] })[]
}

function wordsOf(program: Command): Words {
  const commands = program.commands.map((command) => ({
    word: command.name(),
    description: command.description(),
    flags: command.options.flatMap(({ long, description, required: takesValue }) =>
      long ? [{ word: long, description, takesValue }] : [],
    ),
  }))
  const actions = catalogue().map((action) => ({
    word: action.name,
    description: action.summary,
    flags: flagsOf(action).map(({ flag, description }) => ({ word: flag, description, takesValue: true })),
  }))
  return { commands, actions }
}

const joinWords = (words: CompletionWord[]) => words.map(({ word }) => word).join(' ')

const caseLines = (entries: Words['commands']) =>
  entries.map(({ word, flags }) => `${word}) words="${joinWords(flags)}" ;;`)

/** Shell code, for bash and zsh, that sets `words` to the possible completions. */
const caseStatement = ({ commands, actions }: Words, second: string, third: string) => `
  case "${second}" in
    do) case "${third}" in
      ${caseLines(actions).join('\n      ')}
      *) words="${joinWords(actions)}" ;;
    esac ;;
    completion) words="${SHELLS.join(' ')}" ;;
    ${caseLines(commands.filter(({ word }) => word !== 'do' && word !== 'completion')).join('\n    ')}
    *) words="${joinWords(commands)}" ;;
  esac`

const SCRIPTS: Record<Shell, (words: Words) => string> = {
  bash: (words) => `_bot_emulator() {
  local words
  COMPREPLY=()
${caseStatement(words, `\${COMP_WORDS[1]}`, `\${COMP_WORDS[2]}`)}
  while read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _bot_emulator bot-emulator
`,
  zsh: (words) => `#compdef bot-emulator
_bot_emulator() {
  local second="\${words[2]}" third="\${words[3]}" words
${caseStatement(words, '$second', '$third')}
  compadd -- \${=words}
  if (( CURRENT > 3 )) || { (( CURRENT == 3 )) && [[ "$second" != (do|completion) ]]; }; then _files; fi
}
compdef _bot_emulator bot-emulator
`,
  fish: ({ commands, actions }) => {
    const complete = (condition: string, { word, description, takesValue }: CompletionWord) => {
      const kind = word.startsWith('--') ? `-l ${word.slice(2)}${takesValue ? ' -r' : ''}` : `-f -a ${word}`
      return `complete -c bot-emulator -n '${condition}' ${kind} -d '${escapeQuotes(description)}'`
    }
    return `${FISH_FUNCTIONS}${[
      ...commands.map((command) => complete('__bot_emulator_at', command)),
      ...commands.flatMap(({ word, flags }) => flags.map((flag) => complete(`__bot_emulator_in ${word}`, flag))),
      ...SHELLS.map((word) => complete('__bot_emulator_at completion', { word, description: '' })),
      ...actions.map((action) => complete('__bot_emulator_at do', action)),
      ...actions.flatMap(({ word, flags }) => flags.map((flag) => complete(`__bot_emulator_in do ${word}`, flag))),
    ].join('\n')}\n`
  },
}

/**
 * Fish functions that test the typed words between the program's name and the cursor. `__bot_emulator_in A B` is true if
 * the words begin with A B, `__bot_emulator_at A B` if the words are exactly A B.
 */
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
