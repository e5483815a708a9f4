// The picture in docs/dashboard.md is what the dashboard draws.
// It is drawn anew by: npx vitest run test/screens/old-dashboard/picture-of-docs.test.ts --update

import { expect, it, onTestFinished } from 'vitest'
import { evening } from './stage/evening.ts'
import { mounted } from './stage/shown.tsx'
import { svgOf } from './stage/svg.ts'

it.each(['dark', 'light'] as const)('in a %s terminal', async (theme) => {
  const screen = await mounted(evening(120, 34, theme), 120, 34)
  onTestFinished(() => screen.close())
  const picture = svgOf(screen.cells(), theme, 'The dashboard of bot-emulator')
  await expect(picture).toMatchFileSnapshot(`../../../docs/dashboard-${theme}.svg`)
})
