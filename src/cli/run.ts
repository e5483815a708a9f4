// What the executable runs.

import { main } from './main.ts'

await main(process.argv)
