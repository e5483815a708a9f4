// The published JSON schema takes what the reader takes, and not what it refuses.

import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { cli } from '../../helpers/cli.ts'

const schema = JSON.parse((await cli(['schema'])).stdout)
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)

describe('the schema', () => {
  it.each(readdirSync('fixtures/scenarios'))('accepts %s', (file) => {
    const valid = validate(parse(readFileSync(`fixtures/scenarios/${file}`, 'utf8')))
    expect(validate.errors ?? [], file).toEqual([])
    expect(valid).toBe(true)
  })

  it.each([
    { sned: {} },
    { send: { as: 'alice', to: 'greeter' } },
    { send: { as: 'alice', to: 'greeter', text: 'hi', more: 1 } },
    { send: { as: 'alice', to: 'greeter', txt: 'hi' } },
    { expect: { cal: 'sendMessage' } },
    { expectInOrder: [{ cal: 'sendMessage' }] },
    { wait: 'soon' },
    { sendFile: { as: 'alice', to: 'greeter', kind: 'foto', file: 'a.jpg' } },
    { promote: { as: 'alice', chat: 'team', who: 'bob', rights: { can_fly: true } } },
    { expect: { call: 'sendMessage', within: 'soon' } },
    { expectState: { view: '/chat/team', with: {} } },
    { expectReply: { to: 'alice', file: 'foto' } },
    { injectFault: { status: 200 } },
  ])('refuses the step %o', (step) => {
    expect(validate({ scenarios: [{ name: 'a', steps: [step] }] })).toBe(false)
  })

  it('accepts a variable for every value', () => {
    const steps = [{ edit: { as: '$who', chat: 'greeter', message_id: '$sent.message_id', text: 'hi' } }]
    expect(validate({ scenarios: [{ name: 'a', steps }] })).toBe(true)
  })
})

describe('what an editor completes', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a schema is looked into freely
  const words: any = schema.$defs.step.properties

  it('are operations, their parameters and views', () => {
    expect(words.expect.properties.call.examples).toContain('editMessageText')
    expect(Object.keys(words.expect.properties.with.anyOf[0].properties)).toContain('reply_markup')
    expect(words.injectFault.properties.operation.examples).toContain('sendMessage')
    expect(words.expectState.properties.view.examples).toContain('/chats/:chat/members/:user')
    expect(words.sendFile.properties.kind.anyOf[0].enum).toContain('photo')
  })

  it('are the handles of the named files', async () => {
    const { stdout } = await cli(['schema', 'fixtures/scenarios/people.yaml'])
    const { properties } = JSON.parse(stdout).$defs.step.properties.send
    expect(properties.as.examples).toEqual(['alice', 'bob', 'carol'])
    expect(properties.to.examples).toEqual(['alice', 'bob', 'carol'])
  })

  it('are the handles of all files of a folder', async () => {
    const { stdout } = await cli(['schema', 'fixtures/scenarios'])
    expect(JSON.parse(stdout).$defs.step.properties.send.properties.as.examples).toEqual(
      expect.arrayContaining(['alice', 'bob', 'carol']),
    )
  })

  it('are not lost because of a missing file', async () => {
    expect(await cli(['schema', 'no-such.yaml'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'no-such.yaml does not exist. Pass scenario files, folders or patterns.\n',
    })
  })
})
