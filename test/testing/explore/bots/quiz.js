// A bot that asks three questions with buttons.

import { call, edit, inline, parseCommand, planted, poll, say } from './base.js'

const QUESTIONS = [
  ['What is the capital of France?', ['Paris', 'Lyon', 'Nice']],
  ['How many legs has a spider?', ['Eight', 'Six', 'Ten']],
  ['Which planet is red?', ['Mars', 'Venus', 'Saturn']],
]
const games = new Map()

const question = (index) => {
  const [text, answers] = QUESTIONS[index]
  return [`Question ${index + 1}: ${text}`, inline(answers.map((answer) => [answer, `${index}:${answer}`]))]
}

async function ask(id, index) {
  if (planted('asks twice') && index === 1) await say(id, ...question(index))
  if (planted('no third question') && index === 2) return
  await say(id, ...question(index))
}

function onMessage({ chat, text }) {
  const { id } = chat
  if (chat.type !== 'private') return
  const { command } = parseCommand(text)
  const game = games.get(id)
  switch (command) {
    case 'start':
      return say(id, 'Send /quiz to play, /score to see your points, /stop to give up.')
    case 'quiz':
      if (planted('no second game') && game?.isOver) return
      games.set(id, { index: 0, points: 0 })
      return ask(id, 0)
    case 'score':
      if (planted('score without a game')) return say(id, `You have ${game.points} points.`)
      if (planted('score is empty') && game?.isOver) return say(id, ' ')
      return say(id, game ? `You have ${game.points} points.` : 'You have not played yet.')
    case 'stop':
      if (planted('stop while playing crashes') && game && !game.isOver) process.exit(1)
      if (planted('stop says nothing') && game) return void games.delete(id)
      games.delete(id)
      return say(id, 'Stopped.')
    default:
      if (planted('text during a game') && game && !game.isOver) return say(id, `Press ${game.question.button}.`)
      return say(id, 'Use the buttons, or send /quiz.')
  }
}

async function onPress({ message, data }) {
  const { id } = message.chat
  const [asked, answer] = data.split(':')
  const game = games.get(id)
  if (!planted('old question counts') && (!game || game.isOver || game.index !== Number(asked)))
    return say(id, 'That question is over. Send /quiz to play.')
  const isRight = QUESTIONS[game.index][1][0] === answer
  if (isRight) game.points++
  if (planted('wrong answer hangs') && !isRight) await new Promise(() => setInterval(() => {}, 1000))
  if (planted('last answer crashes') && game.index === 2) QUESTIONS[3][0].toString()
  if (planted('long praise') && isRight && game.index === 1) await say(id, 'Right! '.repeat(700))
  await edit(message, `${message.text}\n${isRight ? 'Right!' : `No, it is ${QUESTIONS[game.index][1][0]}.`}`)
  game.index++
  game.isOver = game.index >= QUESTIONS.length
  if (!game.isOver) return ask(id, game.index)
  if (planted('no result')) return
  if (planted('result loops')) for (;;) await say(id, `You have ${game.points} of 3 points.`)
  await say(id, `You have ${game.points} of 3 points.`)
}

await call('setMyCommands', {
  commands: ['start', 'quiz', 'score', 'stop'].map((command) => ({ command, description: `Do ${command}` })),
})
await poll(({ message, callback_query }) => (message ? onMessage(message) : callback_query && onPress(callback_query)))
