// setMyShortDescription: what stands in the profile and on the public page.

import { expect, it } from 'vitest'
import { profiled, textOfProfile } from './profiled.ts'

textOfProfile({
  method: 'setMyShortDescription',
  field: 'short_description',
  max: 120,
  rules: { text: 'PROF-34', max: 'PROF-35', absent: 'PROF-36', empty: 'PROF-37' },
})

it('PROF-38 PROF-39 shows the short description in the profile and on the public page', async () => {
  const { setShort, profile } = await profiled()
  await setShort({ short_description: 'I greet.' })
  const shown = await profile()
  expect(shown.short_description).toBe('I greet.')
  expect(shown.public_page).toMatchObject({ name: 'Greeter', short_description: 'I greet.' })
})
