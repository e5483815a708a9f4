// Suggestions in the input: the bot's commands after `/`, usernames after `@`.

import type { Screen } from './screen.ts'

export interface Suggestion {
  text: string
  description: string
  /** The index in the text from which the suggestion replaces it. */
  from: number
}

/** The suggestions for the word at the cursor; none while they are hidden by Esc. Reads signals. */
export function suggestionsOf(screen: Screen): readonly Suggestion[] {
  const { input, suggestion } = screen.composer.value
  if (suggestion === null) return []
  const textBefore = input.text.slice(0, input.at)
  const command = /^\/(\w*)$/.exec(textBefore)?.[1]
  if (command !== undefined) return commandsStarting(screen, command.toLowerCase())
  const name = /(?:^|\s)@(\w*)$/.exec(textBefore)?.[1]
  return name === undefined ? [] : namesStarting(screen, name.toLowerCase(), input.at - name.length - 1)
}

/** In a private chat, the commands of its bot; in a group, those of all bots, addressed. */
function commandsStarting({ openBot, model, me }: Screen, start: string): Suggestion[] {
  const own = openBot.value
  return (own ? [own] : model.bots.value)
    .flatMap(({ handle, username }) => {
      const profile = model.view('/bots/:bot/profile', {
        bot: handle,
        ...(me.value !== null && { as: me.value }),
      }).value
      return (profile?.commands ?? []).map(({ command, description }) => ({
        text: own || !username ? `/${command} ` : `/${command}@${username} `,
        description,
        from: 0,
      }))
    })
    .filter(({ text }) => text.slice(1).toLowerCase().startsWith(start))
}

const namesStarting = ({ people, model }: Screen, start: string, from: number): Suggestion[] =>
  [...model.bots.value, ...people.value]
    .filter((one) => one.username?.toLowerCase().startsWith(start))
    .map((one) => ({ text: `@${one.username} `, description: one.first_name, from }))
