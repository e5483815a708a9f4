// Checks that CONTRIBUTING.md names the rooms that there are, and only files that exist.

import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
// @ts-expect-error: a script without types
import { ROOMS } from '../../../scripts/check-rooms.mjs'

const TEXT = readFileSync('CONTRIBUTING.md', 'utf8')

it('maps exactly the rooms that the check of imports knows, from the bottom up', () => {
  const mapped = [...TEXT.matchAll(/^\| `src\/([^`]+)` \|[^|]*\|([^|]*)\|$/gm)].flatMap(([, wing, rooms]) => {
    const names =
      wing!.includes('.') || !rooms!.trim()
        ? []
        : [...rooms!.matchAll(/`([^`]+)`/g)].map(([, room]) => `${wing}/${room}`)
    return names.length ? names : [wing!]
  })
  expect([...mapped].sort()).toEqual([...ROOMS].sort())
})

it('names files and folders that exist', () => {
  const named = [...TEXT.matchAll(/`((?:src|test|scripts|docs)\/[^`<]+)`/g)].map(([, path]) => path!)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

it('has at most a thousand words', () => expect(TEXT.split(/\s+/).length).toBeLessThanOrEqual(1000))
