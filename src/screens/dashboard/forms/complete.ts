// Suggestions in the input: the bot's commands after `/`, usernames after `@`.

import type { Screen } from '../screen/screen.ts'

export interface Suggestion {
  text: string
  description: string
  /** The index in the text from which the suggestion replaces it. */
  from: number
}

const MAX = 50

export function suggestionsFor(screen: Screen): Suggestion[] {
  const { text, at } = screen.composer.value.input
  const textBefore = text.slice(0, at)
  const command = /^\/(\w*)$/.exec(textBefore)?.[1]
  if (command !== undefined) return commandsStarting(screen, command.toLowerCase())
  const name = /(?:^|\s)@(\w*)$/.exec(textBefore)?.[1]
  return name === undefined ? [] : namesStarting(screen, name.toLowerCase(), at - name.length - 1)
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
    .slice(0, MAX)
}

const namesStarting = ({ people, model }: Screen, start: string, from: number): Suggestion[] =>
  [...model.bots.value, ...people.value]
    .filter((one) => one.username?.toLowerCase().startsWith(start))
    .map((one) => ({ text: `@${one.username} `, description: one.first_name, from }))
    .slice(0, MAX)
