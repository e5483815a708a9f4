// The bot's profile as a whole, which four operations set.

import { expect, it } from 'vitest'
import { BLANK, HELP, profiled } from './profiled.ts'

it('PROF-01 PROF-19 PROF-29 PROF-34 touches the profile of the calling bot only', async () => {
  const { s, setCommands, setName, setDescription, setShort } = await profiled()
  await s.bot({ first_name: 'Other' })
  const before = await s.view('/bots/other/profile')
  await setCommands([HELP])
  await setName('Host')
  await setDescription({ description: 'I greet people.' })
  await setShort({ short_description: 'I greet.' })
  expect(await s.view('/bots/other/profile')).toEqual(before)
  expect(before).toMatchObject({ ...BLANK, name: 'Other' })
})
