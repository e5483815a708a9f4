// Shrinking: the fewest moves and the shortest texts that still show a failure.

import { describe, expect, it } from 'vitest'
import type { Move } from '../../../src/testing/explore/moves.ts'
import { createRandom } from '../../../src/testing/explore/random.ts'
import { shrinkMoves } from '../../../src/testing/explore/shrink.ts'
import { sampleText, TEXT_CLASSES } from '../../../src/testing/explore/texts.ts'

const send = (text: string, as = 'alice'): Move => ({
  action: 'send',
  params: { as, to: 'bot', text },
  label: `text ${text.slice(0, 5)}`,
})
const textsOf = (moves: readonly Move[] = []) => moves.map(({ params }) => params.text)
const TIMER: Move = { action: 'wait', params: { text: 'later' }, label: 'two seconds pass' }
const shrink = (moves: Move[], needs: (some: readonly Move[]) => boolean) =>
  shrinkMoves(moves, async (some) => needs(some), TIMER)

describe('shrinkMoves', () => {
  it('keeps only the moves that the failure needs', async () => {
    const moves = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((text) => send(text))
    const needed = (some: readonly Move[]) =>
      textsOf(some)
        .join('')
        .match(/b.*e.*g$/) !== null
    expect(textsOf(await shrink(moves, needed))).toEqual(['b', 'e', 'g'])
  })

  it('finds the one move that the last one needs', async () => {
    let tries = 0
    const moves = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((text) => send(text))
    const needed = (some: readonly Move[]) => ++tries > 0 && /f.*h$/.test(textsOf(some).join(''))
    expect(textsOf(await shrink(moves, needed))).toEqual(['f', 'h'])
    expect(tries).toBeLessThan(11)
  })

  it('finds a failure that comes with a timer after the moves, and none that does not come again', async () => {
    const moves = ['a', 'b', 'c'].map((text) => send(text))
    expect(textsOf(await shrink(moves, (some) => /b.*later$/.test(textsOf(some).join('')))).join()).toBe('b,later')
    expect(await shrink(moves, () => false)).toBeUndefined()
  })

  it('removes the argument of a command if the failure needs none', async () => {
    const withArgument = (text: string): Move => ({ ...send(text), label: `command ${text.split(' ')[0]} with words` })
    const needed = (some: readonly Move[]) => /^\/add.*,\/done 7$/.test(textsOf(some).join())
    const moves = [withArgument('/add milk'), withArgument('/done 7')]
    expect(textsOf(await shrink(moves, needed))).toEqual(['/add', '/done 7'])
  })

  it('shortens a long text', async () => {
    const isLong = (some: readonly Move[]) => String(some.at(-1)?.params.text).length > 100
    const [move] = (await shrink([send('x'.repeat(3000))], isLong)) ?? []
    expect(String(move?.params.text).length).toBeLessThan(3000)
    expect(isLong([move as Move])).toBe(true)
  })

  it('keeps a text that fails only as it is', async () => {
    const text = '/say a text of more than twenty-four characters'
    const moves = await shrink([send(text)], (some) => some.at(-1)?.params.text === text)
    expect(textsOf(moves)).toEqual([text])
  })
})

describe('createRandom and sampleText', () => {
  const sample = (seed: number) => {
    const random = createRandom(seed)
    return TEXT_CLASSES.map((textClass) => sampleText(textClass, random))
  }

  it('choose the same for the same seed', () => {
    expect(sample(7)).toEqual(sample(7))
    expect(sample(7)).not.toEqual(sample(8))
  })

  it('never write a text that the service does not take from people', () => {
    for (const text of [1, 2, 3].flatMap(sample)) expect([...text].length).toBeLessThanOrEqual(4096)
  })

  it('pick in proportion to the weights', () => {
    const random = createRandom(1)
    const items = [
      { name: 'often', weight: 9 },
      { name: 'rarely', weight: 1 },
      { name: 'never', weight: 0 },
    ]
    const names = Array.from({ length: 1000 }, () => random.pickWeighted(items).name)
    expect(names.filter((name) => name === 'rarely').length).toBeGreaterThan(60)
    expect(names.filter((name) => name === 'rarely').length).toBeLessThan(140)
    expect(names).not.toContain('never')
  })
})
