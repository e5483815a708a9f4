// Checks that SKILL.md begins with the fields by which coding agents find it.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

it('SKILL.md begins with its name and its description', () => {
  const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(readFileSync('SKILL.md', 'utf8')) ?? []
  const description = expect.stringMatching(/^.{50,1024}$/)
  expect(parse(head)).toEqual({ name: 'bot-emulator', description })
})
