// setMyCommands: the list of commands, and what a command may be.

import { expect, it } from 'vitest'
import { bad, done, HELP, profiled, STOP, shapeInOrder } from './profiled.ts'

const badCommand = (position: number) =>
  bad(`commands.${position}.command`, 'command must be 1-32 characters: a-z, 0-9, _')

it('PROF-01 PROF-05 GAP-123 replaces the whole list of commands', async () => {
  const { setCommands, commands } = await profiled()
  expect(await commands()).toEqual([])
  expect(await setCommands([HELP, STOP])).toEqual(done)
  expect(await commands()).toEqual([HELP, STOP])
  expect(await setCommands([STOP])).toEqual(done)
  expect(await commands()).toEqual([STOP])
})

it.each([
  ['PROF-02', 'nothing', undefined, 'received undefined'],
  ['PROF-03', 'an object', { 0: HELP }, 'received object'],
  ['PROF-03', 'a number', 5, 'received number'],
  ['PROF-03', 'a text', 'help', 'received string'],
])('%s GAP-09 refuses %s for a list of commands, and keeps the old one', async (_rule, _what, given, received) => {
  const { setCommands, commands } = await profiled()
  await setCommands([HELP])
  expect(await setCommands(given)).toEqual(bad('commands', `Invalid input: expected array, ${received}`))
  expect(await commands()).toEqual([HELP])
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ command: `c${i}`, description: `number ${i}` }))

it('PROF-04 GAP-09 takes 100 commands and not 101', async () => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands(numbered(100))).toEqual(done)
  expect(await setCommands(numbered(101))).toEqual(bad('commands', 'Too big: expected array to have <=100 items'))
  expect(await commands()).toEqual(numbered(100))
})

it.each([
  ['PROF-06', 'scope', [{ type: 'all_private_chats' }, { type: 'chat', chat_id: 1 }]],
  ['PROF-06', 'scope', ['nonsense', 5]],
  ['PROF-07', 'language_code', ['en', 'de']],
  ['PROF-07', 'language_code', ['no such language', { code: 'de' }]],
])('%s ignores %s: of two lists the last stands', async (_, name, [first, second]) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([HELP, STOP], { [name]: first })).toEqual(done)
  expect(await setCommands([STOP], { [name]: second })).toEqual(done)
  expect(await commands()).toEqual([STOP])
})

it('PROF-08 shows one list to all users and languages', async () => {
  const { s, setCommands, profile } = await profiled()
  await s.user('Claire', { language_code: 'fr' })
  await setCommands([HELP], { language_code: 'en' })
  for (const person of ['alice', 'bob', 'claire']) expect((await profile(person)).commands).toEqual([HELP])
})

it.each([
  ['PROF-09', 'one character', 'a'],
  ['PROF-10', '32 characters', 'x'.repeat(32)],
  ['PROF-11', 'every letter', 'abcdefghijklmnopqrstuvwxyz'],
  ['PROF-11', 'every digit and the underscore', '0123456789_'],
])('%s takes a command of %s', async (_rule, _what, command) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([{ ...HELP, command }])).toEqual(done)
  expect(await commands()).toEqual([{ ...HELP, command }])
})

it.each([
  ['PROF-09 GAP-126', 'no character', ''],
  ['PROF-10 GAP-126', '33 characters', 'x'.repeat(33)],
  ['PROF-12', 'an uppercase letter', 'Start'],
  ['PROF-13', 'a leading slash', '/start'],
  ['PROF-14', 'a dash', 'a-b'],
  ['PROF-14', 'an accent', 'é'],
  ['PROF-14', 'a space', 'a b'],
  ['PROF-14', 'a line break at the end', 'start\n'],
  ['PROF-14', 'a letter of another alphabet', 'старт'],
  ['GAP-126', 'a missing name', undefined],
])('%s refuses a command of %s', async (_rules, _what, command) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([{ ...HELP, command }])).toEqual(badCommand(0))
  expect(await commands()).toEqual([])
})

it('PROF-15 GAP-126 names the position of the first faulty command', async () => {
  const { setCommands } = await profiled()
  const wrong = { ...HELP, command: 'Help' }
  expect(await setCommands([HELP, STOP, wrong])).toEqual(badCommand(2))
  expect(await setCommands([HELP, wrong, wrong])).toEqual(badCommand(1))
  expect(await setCommands([HELP, wrong, { ...HELP, description: '' }])).toEqual(badCommand(1))
})

it.each([
  ['PROF-16', 'no character', '', 'Too small: expected string to have >=1 characters'],
  ['PROF-17', '257 characters', 'x'.repeat(257), 'Too big: expected string to have <=256 characters'],
  ['PROF-17 GAP-12', '257 emoji', '🙂'.repeat(257), 'Too big: expected string to have <=256 characters'],
])('%s GAP-09 refuses a description of %s for a command', async (_rules, _what, description, reason) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([{ ...HELP, description }])).toEqual(bad('commands.0.description', reason))
  expect(await setCommands([HELP, { ...HELP, description }])).toEqual(bad('commands.1.description', reason))
  expect(await commands()).toEqual([])
})

it.each([
  ['PROF-17', '256 characters', 'x'.repeat(256)],
  ['PROF-17 GAP-12', '256 emoji', '🙂'.repeat(256)],
  ['PROF-18', 'one character', 'x'],
])('%s takes a description of %s for a command', async (_rules, _what, description) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([{ ...HELP, description }])).toEqual(done)
  expect(await commands()).toEqual([{ ...HELP, description }])
})

it('GAP-126 lets a command stand twice, and clears the list with an empty one', async () => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([HELP, HELP])).toEqual(done)
  expect(await commands()).toEqual([HELP, HELP])
  expect(await setCommands([])).toEqual(done)
  expect(await commands()).toEqual([])
})

shapeInOrder('setMyCommands', { commands: [HELP] }, { commands: 'help' }, 'expected array, received string')
