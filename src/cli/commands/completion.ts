// `completion`: what a shell needs to complete commands, flags, actions and their flags.

import { Argument, Command } from 'commander'
import { catalogue } from '../../control-api/actions/catalogue.ts'
import { flagsOf } from '../settings/action-flags.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export function command(): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  $ source <(bot-emulator completion bash)
  $ bot-emulator completion zsh > "\${fpath[1]}/_bot-emulator"
  $ bot-emulator completion fish > ~/.config/fish/completions/bot-emulator.fish`,
    )
    .action((shell: Shell, _, { parent }: Command) => {
      if (parent) process.stdout.write(WRITERS[shell](wordsOf(parent)))
    })
}

interface Word {
  word: string
  says: string
  takesValue?: boolean
}

interface Words {
  commands: (Word & { flags: Word[] })[]
  actions: (Word & { flags: Word[] })[]
}

function wordsOf(program: Command): Words {
  const commands = program.commands.map((command) => ({
    word: command.name(),
    says: command.description(),
    flags: command.options.flatMap(({ long, description, required: takesValue }) =>
      long ? [{ word: long, says: description, takesValue }] : [],
    ),
  }))
  const actions = catalogue().map((action) => ({
    word: action.name,
    says: action.summary,
    flags: flagsOf(action).map(({ flag, description }) => ({ word: flag, says: description, takesValue: true })),
  }))
  return { commands, actions }
}

const list = (words: Word[]) => words.map(({ word }) => word).join(' ')

const cases = (entries: Words['commands']) => entries.map(({ word, flags }) => `${word}) words="${list(flags)}" ;;`)

/** The same choice in bash and zsh: by the command, and behind `do` by the action. */
const choice = ({ commands, actions }: Words, second: string, third: string) => `
  case "${second}" in
    do) case "${third}" in
      ${cases(actions).join('\n      ')}
      *) words="${list(actions)}" ;;
    esac ;;
    completion) words="${SHELLS.join(' ')}" ;;
    ${cases(commands.filter(({ word }) => word !== 'do' && word !== 'completion')).join('\n    ')}
    *) words="${list(commands)}" ;;
  esac`

const WRITERS: Record<Shell, (words: Words) => string> = {
  bash: (words) => `_bot_emulator() {
  local words
  COMPREPLY=()
${choice(words, `\${COMP_WORDS[1]}`, `\${COMP_WORDS[2]}`)}
  while read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _bot_emulator bot-emulator
`,
  zsh: (words) => `#compdef bot-emulator
_bot_emulator() {
  local second="\${words[2]}" third="\${words[3]}" words
${choice(words, '$second', '$third')}
  compadd -- \${=words}
  if (( CURRENT > 3 )) || { (( CURRENT == 3 )) && [[ "$second" != (do|completion) ]]; }; then _files; fi
}
compdef _bot_emulator bot-emulator
`,
  fish: ({ commands, actions }) => {
    const complete = (where: string, { word, says, takesValue }: Word) => {
      const kind = word.startsWith('--') ? `-l ${word.slice(2)}${takesValue ? ' -r' : ''}` : `-f -a ${word}`
      return `complete -c bot-emulator -n '${where}' ${kind} -d '${quoted(says)}'`
    }
    return `${FISH_PLACES}${[
      ...commands.map((command) => complete('__bot_emulator_at', command)),
      ...commands.flatMap(({ word, flags }) => flags.map((flag) => complete(`__bot_emulator_in ${word}`, flag))),
      ...SHELLS.map((word) => complete('__bot_emulator_at completion', { word, says: '' })),
      ...actions.map((action) => complete('__bot_emulator_at do', action)),
      ...actions.flatMap(({ word, flags }) => flags.map((flag) => complete(`__bot_emulator_in do ${word}`, flag))),
    ].join('\n')}\n`
  },
}

/** Whether the words before the cursor begin with these, and whether they are all; `do start` is no `start`. */
const FISH_PLACES = `function __bot_emulator_words
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

const quoted = (text: string) => text.replaceAll("'", "\\'")
