// The bench: six bots, each with five planted changes. Each change is one difference, and a bot equals itself.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source of other programs

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { pathOf } from '../../helpers/programs.ts'

const BOTS = 'test/testing/explore/bots'
const read = (file: string) => readFileSync(`${BOTS}/${file}`, 'utf8')

const world = (...steps: string[]) => `world:
  users: { alice: {}, bob: {} }
  bots: { bot: {} }
scenarios:
  - name: talks
    steps: [${steps.join(', ')}]
`
const start = (as = 'alice') => `{ start: { as: ${as}, bot: bot } }`
const says = (text: string, as = 'alice') => `{ send: { as: ${as}, to: bot, text: "${text}" } }`
const press = (button: string) => `{ press: { as: alice, chat: bot, button: "${button}" } }`

/** A text of the source, what it becomes, and how the difference begins. */
type Change = [from: string, to: string, title: string]

/** What people do, and the changes, those of a list at once. A change that hides others has its own list. */
const BENCH: Record<string, { steps: string[]; changes: Change[][] }> = {
  'quiz.js': {
    steps: [start(), says('/quiz'), press('Paris'), press('Six'), press('Mars'), says('/score'), says('/stop')],
    changes: [
      [
        ["'Stopped.'", "'You stopped.'", "'Stopped.' became 'You stopped.'"],
        ["'Ten']", "'Twelve']", '‹Ten› became ‹Twelve› under'],
        ["['Paris', 'Lyon', 'Nice']", "['Paris', 'Nice', 'Lyon']", 'the buttons under'],
        ['No, it is ${', 'Wrong, it is ${', "'Question 2: How many legs has a spider?⏎No, it is Eight.' became"],
        ['  game.index++\n', "  await say(id, 'Next!')\n  game.index++\n", "also 'Next!', 3 times"],
      ],
    ],
  },
  'survey.js': {
    steps: [start(), says('/survey'), says('Ann'), says('30'), says('Skip'), says('/show')],
    changes: [
      [
        ["keys(['Skip'])", "keys(['Later'])", '‹Skip› became ‹Later› under'],
        ["'no address'", "'no mail'", "'Ann, 30, no address' became 'Ann, 30, no mail'"],
        ['description: `Do ${command}`', 'description: `Try ${command}`', 'commands: '],
        ["return say(id, 'What is your name?', HIDE)", 'return', "no 'What is your name?'"],
      ],
      [["'Thank you!', HIDE", "'Thank you!'", 'also reply keyboard']],
    ],
  },
  'to-do.js': {
    steps: [start(), says('/add milk'), says('/add eggs'), says('/list'), press('Done 1'), says('/remove 1')],
    changes: [
      [
        ["'Added.'", "'Added!'", "'Added.' became 'Added!' in 2 places"],
        ['  return edit(message, ...show(id))', '', 'no edit of '],
        ['`Removed: ${item.text}`', '`Removed: ${items.length}`', "'Removed: milk' became 'Removed: 1'"],
      ],
      [['`Done ${i + 1}`', '`${i + 1} is done`', '‹Done 1› ‹Done 2› became ‹1 is done›']],
      [["case 'remove': {", "case 'remove': {\n      process.exit(1)", 'The bot ended with code 1.']],
    ],
  },
  'support.js': {
    steps: [
      start(),
      start('bob'),
      says('Hi?'),
      says('/agent', 'bob'),
      says('Help!'),
      says('/status'),
      says('/leave', 'bob'),
    ],
    changes: [
      [
        ['asks: ${', 'wants: ${', "'Alice asks: Help!' became 'Alice wants: Help!'"],
        ["  await say(id, 'Your question was sent to the agent.')", '', "no 'Your question was sent to the agent.'"],
        ['There is an agent.', 'An agent is there.', "'There is an agent.' became"],
        ['agent = undefined\n', "agent = undefined\n    await say(id, 'Bye.')\n", "also 'Bye.'"],
      ],
      [['tickets.set(message_id, id)', 'tickets.nothing(message_id)', 'TypeError: ']],
    ],
  },
  'notes.py': {
    steps: [
      start(),
      says('/note milk'),
      says('/note eggs'),
      says('/notes'),
      says('/find e'),
      says('/drop 1'),
      says('Hi'),
    ],
    changes: [
      [
        ['"Noted."', '"Got it."', "'Noted.' became 'Got it.' in 2 places"],
        ['"\\n".join(found)', 'found[0].upper()', "'eggs' became 'EGGS'"],
        ['lines = [f"{i + 1}. {note}"', 'lines = [f"{i + 1}) {note}"', "'1. milk⏎2. eggs' became '1) milk⏎2) eggs'"],
        ['say(chat, "See /start.")', 'pass', "no 'See /start.'"],
        ['mine.pop(index - 1)', 'mine.pop(index)', "'Dropped milk.' became 'Dropped eggs.'"],
      ],
    ],
  },
  'webhook.js': {
    steps: [start(), says('/count'), press('Add one'), press('Add ten'), says('/celsius 100'), says('/about')],
    changes: [
      [
        ["['Reset', 'reset']", "['Zero', 'reset']", '‹Reset› became ‹Zero› under'],
        ['count + 10', 'count + 11', "'The count is 11.' became 'The count is 12.'"],
        ['toFixed(1)', 'toFixed(2)', "'37.8 °C' became '37.78 °C'"],
        [
          "return say(id, 'A bot with a webhook.')\n    default",
          "return say(id, 'A bot with a webhook.', inline([['More', 'more']]))\n    default",
          'also ‹More› under',
        ],
        ["case 'celsius': {", "case 'celsius': {\n      await say(id, 'Let me see.')", "also 'Let me see.'"],
      ],
    ],
  },
}

async function compare(name: string, changes: Change[] = []) {
  const { steps } = BENCH[name] ?? { steps: [] }
  const source = read(name)
  const changed = changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
    return text.replaceAll(from, () => to)
  }, source)
  const base = { 'base.js': read('base.js'), 'package.json': '{"type":"module"}' }
  const at = folder({
    'talk.yaml': world(...steps),
    ...base,
    [name]: source,
    [`new-${name}`]: changed,
  })
  const program = name.endsWith('.py') ? 'python3' : 'node'
  const { code, stdout } = await cli([
    'compare',
    `${at}/talk.yaml`,
    '--allow-local-webhooks',
    ...['--baseline', `${program} ${at}/${name}`, '--bot', `${program} ${at}/new-${name}`],
  ])
  return { code, titles: stdout.split('\n').filter((line) => /^\S/.test(line) && !/^"talks" is compared/.test(line)) }
}

const names = Object.keys(BENCH).filter((name) => !name.endsWith('.py') || pathOf('python3'))

it.concurrent.each(names)('%s equals itself', async (name) => {
  expect(await compare(name)).toEqual({ code: 0, titles: ['The conversation is the same (time)'] })
})

const planted = names.flatMap((name) => BENCH[name]!.changes.map((changes) => ({ name, changes })))

it.concurrent.each(planted)('$name with changes', async ({ name, changes }) => {
  const { code, titles } = await compare(name, changes)
  const missing = changes.filter(([, , title]) => !titles.some((each) => each.startsWith(title)))
  expect({ code, missing, count: titles.length }).toEqual({ code: 1, missing: [], count: changes.length + 1 })
})
