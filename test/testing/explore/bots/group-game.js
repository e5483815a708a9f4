// A guessing game for groups; in private it explains itself.

import { call, parseCommand, planted, poll, say } from './base.js'

const games = new Map()
const SECRET = 7

async function onMessage({ chat, from, text, new_chat_members: newcomers }) {
  const { id } = chat
  const { command, rest } = parseCommand(text)
  if (chat.type === 'private') {
    if (planted('private crashes') && command === 'play') games.get(id).guesses++
    if (planted('private says nothing') && command === 'rules') return
    if (command === 'rules') return say(id, 'Guess a number from 1 to 10 with /guess 5.')
    return say(id, 'Add me to a group and send /play there. /rules explains the game.')
  }
  if (newcomers) {
    if (planted('newcomer crashes')) return say(id, `Welcome, ${newcomers[0].username.toUpperCase()}!`)
    return say(id, `Welcome, ${newcomers.map(({ first_name }) => first_name).join(', ')}! Send /play.`)
  }
  const game = games.get(id)
  switch (command) {
    case 'play':
      if (game && planted('second game')) throw new Error('A game is running')
      if (game) return say(id, 'A game is running. Send /guess 5.')
      games.set(id, { guesses: 0 })
      return say(id, 'Guess a number from 1 to 10 with /guess 5.')
    case 'guess': {
      if (!game && !planted('guess without a game')) return say(id, 'No game is running. Send /play.')
      const number = Number(rest)
      if (!Number.isInteger(number) || number < 1 || number > 10) {
        if (planted('wrong guess') && Number.isNaN(number)) return say(id, '')
        return say(id, 'A number from 1 to 10, please.')
      }
      game.guesses++
      if (planted('right guess hangs') && number === SECRET) await new Promise(() => setInterval(() => {}, 1000))
      if (planted('high guess') && number > 8) process.exit(1)
      if (number !== SECRET)
        return say(id, `${from.first_name} guessed ${number}: ${number < SECRET ? 'higher' : 'lower'}.`)
      games.delete(id)
      if (planted('winner twice')) await say(id, `${from.first_name} wins after ${game.guesses} guesses!`)
      return say(id, `${from.first_name} wins after ${game.guesses} guesses!`)
    }
    case 'rules':
      return say(id, 'Guess a number from 1 to 10 with /guess 5.')
    case 'stop':
      if (planted('stop without a game') && !game) games.get(id).guesses.toFixed()
      games.delete(id)
      return say(id, 'The game is over.')
  }
}

await call('setMyCommands', {
  commands: ['play', 'guess', 'rules', 'stop'].map((command) => ({ command, description: `Do ${command}` })),
})
await poll(({ message }) => message && onMessage(message))
