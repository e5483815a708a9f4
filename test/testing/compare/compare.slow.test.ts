// Compares two versions of a bot: each planted change is one difference, and a version equals itself.

import { describe, expect, it } from 'vitest'
import { cli } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'

const SHOP = 'node test/testing/compare/bots/shop.js'

const conversation = (name: string, person: string) => `
  - name: ${name}
    steps:
      - start: { as: ${person}, bot: shop }
      - press: { as: ${person}, chat: shop, button: Order }
      - expect: { call: sendMessage, with: { text: not awaited for long } }
      - send: { as: ${person}, to: shop, text: the harbour }
`
const SCENARIOS = `
world:
  users: { alice: {}, bob: {} }
  bots: { shop: {} }
scenarios:${conversation('one order', 'alice')}${conversation('another', 'bob')}`

const compareShop = (planted: string, ...flags: string[]) => {
  const at = folder({ 'shop.yaml': SCENARIOS })
  return cli(['compare', at, '--baseline', SHOP, '--bot', `PLANTED='${planted}' ${SHOP}`, ...flags])
}

describe('compare', () => {
  it('finds no difference between a bot and itself', async () => {
    expect(await compareShop('nothing')).toMatchObject({
      code: 0,
      stdout: 'All 2 conversations are the same. (time)\n',
      stderr: '',
    })
  })

  it.each([
    ['text', "'Total: 10 €' became 'Total: 10.00 €' in 2 places"],
    ['button', '‹Help› became ‹Assist› in 2 places'],
    ['keyboard', "‹Pay› became ‹Pay now› under 'Sent to the harbour.' in 2 places"],
    ['order of messages', "'Send your address.' earlier in 2 places"],
    ['extra message', "also 'Hurry!' in 2 places"],
    ['missing edit', "no edit of 'We have tea.' in 2 places"],
    ['crash', 'Error: No address. The bot ended with code 1. in 2 places'],
  ])('reports a planted change (%s) as one difference', async (planted, title) => {
    const { code, stdout } = await compareShop(planted)
    expect([code, ...stdout.split('\n').filter((line) => /^\S/.test(line))]).toEqual([
      1,
      title,
      '2 of 2 conversations differ. (time)',
    ])
  })
})
