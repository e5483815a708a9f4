// Secrets are replaced in texts and keys, in each encoding, and nothing else is.

import { describe, expect, it } from 'vitest'
import { createSecretMask } from '../../src/lib/secret-mask.ts'

const TOKEN = '4242:TEST-abc_DEF'

const percent = (text: string) => text.replace(/./gs, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
const escaped = (text: string) =>
  text.replace(/./gs, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

function maskOf(...secrets: string[]) {
  const { add, mask } = createSecretMask()
  secrets.forEach(add)
  return mask
}

describe('a text', () => {
  it.each([
    [`https://example.org/hook/${TOKEN}/x`, 'https://example.org/hook/…/x'],
    [`bot${TOKEN}`, 'bot…'],
    [`${TOKEN}${TOKEN}-${TOKEN}`, '……-…'],
    [TOKEN.replace(':', '%3a'), '…'],
    [TOKEN.replace(':', '%3A'), '…'],
    [`a${percent(TOKEN)}b`, 'a…b'],
    [percent(TOKEN).toUpperCase(), '…'],
    [`%41${percent(TOKEN.slice(0, 5))}${TOKEN.slice(5)}%`, '%41…%'],
    [percent(percent(TOKEN)), '…'],
    [`{"a":"${escaped(TOKEN)}"}`, '{"a":"…"}'],
    [JSON.stringify(JSON.stringify({ a: escaped(TOKEN) })), '"{\\"a\\":\\"…\\"}"'],
    [escaped(percent(TOKEN)), '…'],
    [`%zz%${TOKEN}\\u00`, '%zz%…\\u00'],
    [`%41%${TOKEN}%41`, '%41%…%41'],
    [`${'%C3%A9'.repeat(3)}${TOKEN}`, '%C3%A9%C3%A9%C3%A9…'],
  ])('%s becomes %s', (text, masked) => {
    expect(maskOf(TOKEN)(text)).toBe(masked)
  })

  it.each(['', 'hi', '12:30', '4242:TEST', 'http://127.0.0.1:8081/', '%41%', '\\u0041', TOKEN.toLowerCase()])(
    '%s is unchanged',
    (text) => {
      expect(maskOf(TOKEN)(text)).toBe(text)
    },
  )

  it('is masked for overlapping secrets, for short ones with a colon, and for long ones without', () => {
    expect(maskOf('42:x', '42:xyz', 'longsecret', 'short', ':', '1:')('42:xyz 42:x longsecrets short 1: :')).toBe(
      '… … …s short 1: :',
    )
  })
})

describe('a secret with unusual characters', () => {
  const twice = (text: string) => JSON.stringify(JSON.stringify({ a: text })).slice(1, -1)

  it.each(['42:a/b', '42:a"b', '42:a\\b', '42:aé😀', 'é:abcdefg', '42:a b', 'plain "secret" é', '42:a%41b'])(
    '%s is masked',
    (secret) => {
      const mask = maskOf(secret)
      const json = JSON.stringify(secret).slice(1, -1)
      for (const text of [
        secret,
        encodeURIComponent(secret),
        encodeURIComponent(encodeURIComponent(secret)),
        encodeURI(secret),
        new URLSearchParams([[secret, '']]).toString().slice(0, -1),
        json,
        json.replaceAll('/', '\\/'),
        escaped(secret),
        encodeURIComponent(json),
      ])
        expect(mask(`<${text}>`)).toBe('<…>')
      expect(mask(twice(secret))).toBe(twice('…'))
    },
  )
})

describe('of 20 000 secrets', () => {
  const secrets = Array.from({ length: 20_000 }, (_, i) => `${100_000 + i}:TEST`)
  const { add, mask, keepNewest, count } = createSecretMask()
  for (const secret of [...secrets, ...secrets.map((each) => each.replace(':', '-'))]) add(secret)

  it('each is masked, and a long text takes milliseconds', () => {
    const text = `1:a${secrets.at(-1)}${secrets[0]} `.repeat(2000)
    const started = performance.now()
    expect(mask(text)).toBe('1:a…… '.repeat(2000))
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('the newest are kept', () => {
    add(secrets[0]!)
    keepNewest(2)
    expect(count()).toBe(2)
    expect(mask([secrets[0], secrets[1], secrets.at(-1)!.replace(':', '-')])).toEqual(['…', secrets[1], '…'])
  })
})

describe('a value', () => {
  it('is masked in its texts and keys', () => {
    const value = { a: [1, { [TOKEN]: TOKEN }, null], [`x${TOKEN}`]: true, c: undefined }
    expect(maskOf(TOKEN)(value)).toEqual({ a: [1, { '…': '…' }, null], 'x…': true, c: undefined })
  })

  it('without a secret is the same object', () => {
    const value = { a: [1, { b: 'hi' }], c: null }
    expect(maskOf(TOKEN)(value)).toBe(value)
  })
})
