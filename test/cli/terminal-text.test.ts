// What others wrote reaches a terminal without its control characters, and a CI without its commands.

import { expect, it, vi } from 'vitest'
import { lineText } from '../../src/cli/print/print.ts'
import { writeError } from '../../src/cli/print/streams.ts'
import { PLAIN } from '../../src/lib/colours.ts'
import { Problem } from '../../src/lib/problem.ts'
import { disarm, sanitizeLine, sanitizeLines } from '../../src/lib/safe-text.ts'

const CLIPBOARD = '\u001b]52;c;aGk=\u0007'

it.each([
  ['::stop-commands::x', '\\u003a:stop-commands::x'],
  ['   ::error::x', '   \\u003a:error::x'],
  ['##[group]x', '\\u0023#[group]x'],
  ['a ##vso[task.setvariable variable=x]y', 'a \\u0023#vso[task.setvariable variable=x]y'],
  ['a ::error::x', 'a ::error::x'],
  ['a: b', 'a: b'],
  ['### title', '### title'],
])('of the line %j a CI reads %j', (line, shown) => {
  expect(disarm(line)).toBe(shown)
  expect(lineText(line, PLAIN)).toBe(shown)
  expect(lineText([line.slice(0, 1), line.slice(1)], PLAIN)).toBe(shown)
  expect(sanitizeLine(line)).toBe(shown)
  expect(sanitizeLines(`x\n${line}\ny`)).toBe(`x\n${shown}\ny`)
})

it('an error is told without what would steer the terminal', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    writeError(new Problem('x', `The bot ended: ${CLIPBOARD}\n::stop-commands::x`, `Last: \u009b2J${CLIPBOARD}`))
    writeError(new Error(`no ${CLIPBOARD}`))
    const text = written.mock.calls.map(([piece]) => String(piece)).join('')
    expect(text).toContain(
      'The bot ended: \\u001b]52;c;aGk=\\u0007. Last: \\u009b2J\\u001b]52;c;aGk=\\u0007\n\\u003a:stop-commands::x\n',
    )
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  } finally {
    written.mockRestore()
  }
})
