// Another database takes the place of the one that is open: whole, or not at all, whoever copies it meanwhile.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runJob } from '../../../src/service/store/archives/run-job.ts'
import { openStore } from '../../../src/service/store/store.ts'
import { emptyFolder } from '../../helpers/program.ts'

/** A store with one setting, and a database that is to replace it, with another. */
async function twoWorlds() {
  const folder = emptyFolder()
  const file = join(folder, 'world.sqlite')
  const store = openStore(file)
  onTestFinished(() => store.close())
  const wordIs = (word: string) => store.transaction(() => store.settings.set('word', word))
  wordIs('new')
  const archive = join(folder, 'archive')
  expect(await store.copyTo(archive)).toBe(true)
  await runJob('pack', archive, folder, [], { at_ms: 1, frozen: false, tokens: true })
  const next = join(folder, 'next')
  expect(await runJob('build', archive, { file: next, highestUpdateId: 0 })).toBe(0)
  wordIs('old')
  const word = () => store.settings.get('word')
  return { folder, file, store, next, word }
}

describe('a store', () => {
  it('has the tables of another database, and what is written goes there', async () => {
    const { folder, file, store, next, word } = await twoWorlds()
    store.replaceWith(next, () => store.settings.set('work', [word()]))
    expect([word(), store.settings.get('work')]).toEqual(['new', ['new']])
    store.transaction(() => store.settings.set('later', 1))
    store.close()
    expect(readdirSync(folder).sort()).toEqual(['archive', 'world.sqlite'])
    const again = openStore(file)
    onTestFinished(() => again.close())
    expect(['word', 'work', 'later'].map((name) => again.settings.get(name))).toEqual(['new', ['new'], 1])
  })

  it('stays as it was when the work throws', async () => {
    const { store, next, word } = await twoWorlds()
    const work = () => {
      store.settings.set('word', 'half')
      throw new Error('enough')
    }
    expect(() => store.replaceWith(next, work)).toThrow('enough')
    expect(word()).toBe('old')
    store.transaction(() => store.settings.set('word', 'older'))
    expect(word()).toBe('older')
    store.replaceWith(next, () => {})
    expect(word()).toBe('new')
  })

  it('stays as it was when the file cannot be put in its place', async () => {
    const { store, next, word } = await twoWorlds()
    expect(() => store.replaceWith(next, () => rmSync(next))).toThrow('ENOENT')
    expect(word()).toBe('old')
    store.transaction(() => store.settings.set('word', 'older'))
    expect(word()).toBe('older')
  })

  it('says of a copy that another world has come meanwhile', async () => {
    const { folder, store, next } = await twoWorlds()
    const copy = join(folder, 'copy')
    const copying = store.copyTo(copy)
    store.replaceWith(next, () => {})
    expect(await copying).toBe(false)
    rmSync(copy, { force: true })
    expect(await store.copyTo(copy)).toBe(true)
  })
})
