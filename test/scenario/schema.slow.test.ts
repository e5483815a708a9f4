// The published JSON schema takes what the reader takes, and not what it refuses.

import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { cli } from './cli.ts'

const schema = JSON.parse((await cli(['schema'])).stdout)
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)

describe('the schema', () => {
  it.each(readdirSync('fixtures/scenarios'))('takes %s', (file) => {
    const valid = validate(parse(readFileSync(`fixtures/scenarios/${file}`, 'utf8')))
    expect(validate.errors ?? [], file).toEqual([])
    expect(valid).toBe(true)
  })

  it.each([
    { sned: {} },
    { send: { as: 'alice', to: 'greeter' } },
    { send: { as: 'alice', to: 'greeter', text: 'hi', more: 1 } },
    { wait: 'soon' },
  ])('refuses the step %o', (step) => {
    expect(validate({ scenarios: [{ name: 'a', steps: [step] }] })).toBe(false)
  })
})
