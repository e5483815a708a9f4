// setMyDescription: what people read before they start the bot.

import { expect, it } from 'vitest'
import { profiled, textOfProfile } from './profiled.ts'

textOfProfile({
  method: 'setMyDescription',
  field: 'description',
  max: 512,
  rules: { text: 'PROF-29', max: 'PROF-30', absent: 'PROF-31', empty: 'PROF-32' },
})

it('PROF-33 shows the description to those who have not started the bot', async () => {
  const { setDescription, profile } = await profiled()
  await setDescription({ description: 'I greet people.\nEvery day.' })
  expect(await profile('bob')).toMatchObject({ started: false, description: 'I greet people.\nEvery day.' })
})
